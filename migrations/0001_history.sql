CREATE TABLE "persona_user_blocks" (
	"server_id" integer NOT NULL,
	"persona_id" integer NOT NULL,
	"user_discord_id" text NOT NULL,
	"block_type" text NOT NULL,
	"reason" text,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "persona_user_blocks_pk" PRIMARY KEY("persona_id","user_discord_id"),
	CONSTRAINT "persona_user_blocks_type_known" CHECK ("persona_user_blocks"."block_type" in ('mute', 'block'))
);
--> statement-breakpoint
CREATE TABLE "personalization_blacklist" (
	"server_id" integer NOT NULL,
	"user_discord_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "personalization_blacklist_pk" PRIMARY KEY("server_id","user_discord_id")
);
--> statement-breakpoint
CREATE TABLE "user_persona_names" (
	"user_id" integer NOT NULL,
	"persona_id" integer NOT NULL,
	"nickname" text NOT NULL,
	CONSTRAINT "user_persona_names_pk" PRIMARY KEY("user_id","persona_id")
);
--> statement-breakpoint
CREATE TABLE "discord_managed_webhooks" (
	"webhook_id" text PRIMARY KEY NOT NULL,
	"guild_id" text NOT NULL,
	"channel_id" text NOT NULL,
	"kind" text NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"key_version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discord_managed_webhooks_kind_channel_id_unique" UNIQUE("kind","channel_id"),
	CONSTRAINT "discord_managed_webhooks_kind_known" CHECK ("discord_managed_webhooks"."kind" in ('persona', 'impersonation'))
);
--> statement-breakpoint
CREATE TABLE "impersonation_webhooks" (
	"webhook_id" text PRIMARY KEY NOT NULL,
	"channel_id" text NOT NULL,
	"user_discord_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proxied_messages" (
	"message_id" text PRIMARY KEY NOT NULL,
	"channel_id" text NOT NULL,
	"user_discord_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "turns" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "nickname" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "privacy_level" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "persona_user_blocks" ADD CONSTRAINT "persona_user_blocks_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persona_user_blocks" ADD CONSTRAINT "persona_user_blocks_persona_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personalization_blacklist" ADD CONSTRAINT "personalization_blacklist_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_persona_names" ADD CONSTRAINT "user_persona_names_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_persona_names" ADD CONSTRAINT "user_persona_names_persona_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "impersonation_webhooks_channel_id_index" ON "impersonation_webhooks" USING btree ("channel_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_privacy_level_range" CHECK ("users"."privacy_level" between 0 and 2);