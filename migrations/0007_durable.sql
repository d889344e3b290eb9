CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outgoing_parts" (
	"turn_id" integer NOT NULL,
	"variant" integer NOT NULL,
	"part" integer NOT NULL,
	"nonce" text,
	"ciphertext" "bytea" NOT NULL,
	"key_version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outgoing_parts_pk" PRIMARY KEY("turn_id","variant","part")
);
--> statement-breakpoint
CREATE TABLE "reunion_claims" (
	"lineage_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reunion_claims_pk" PRIMARY KEY("lineage_id","user_id"),
	CONSTRAINT "reunion_claims_lineage_id_positive" CHECK ("reunion_claims"."lineage_id" > 0)
);
--> statement-breakpoint
ALTER TABLE "auto_reply_counters" ADD COLUMN "last_message_id" text;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "vision_model" text;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "vision_model" text;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "vision_model" text;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "vision_model" text;--> statement-breakpoint
ALTER TABLE "turns" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "outgoing_parts" ADD CONSTRAINT "outgoing_parts_turn_id_fk" FOREIGN KEY ("turn_id") REFERENCES "public"."turns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reunion_claims" ADD CONSTRAINT "reunion_claims_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "turns_open_index" ON "turns" USING btree ("id") WHERE state in ('claimed', 'generating', 'delivering');