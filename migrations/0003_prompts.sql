CREATE TABLE "lorebook_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lorebook_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"server_id" integer NOT NULL,
	"lineage_id" integer,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"keys" text[] NOT NULL,
	"secondary_keys" text[] NOT NULL,
	"secondary_logic" text NOT NULL,
	"is_constant" boolean NOT NULL,
	"is_enabled" boolean NOT NULL,
	"insertion_order" integer NOT NULL,
	"position" text NOT NULL,
	"is_case_sensitive" boolean NOT NULL,
	"matches_whole_words" boolean NOT NULL,
	"scan_depth" integer,
	"uses_patterns" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lorebook_entries_lineage_id_positive" CHECK ("lorebook_entries"."lineage_id" > 0),
	CONSTRAINT "lorebook_entries_position_known" CHECK ("lorebook_entries"."position" in ('before', 'after')),
	CONSTRAINT "lorebook_entries_secondary_logic_known" CHECK ("lorebook_entries"."secondary_logic" in ('and-any', 'and-all', 'not-any', 'not-all')),
	CONSTRAINT "lorebook_entries_scan_depth_range" CHECK ("lorebook_entries"."scan_depth" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "personal_memories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "personal_memories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"lineage_id" integer,
	"content" text NOT NULL,
	"channels" text[] DEFAULT '{}' NOT NULL,
	"keywords" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "personal_memories_lineage_id_positive" CHECK ("personal_memories"."lineage_id" > 0)
);
--> statement-breakpoint
CREATE TABLE "server_memories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "server_memories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"server_id" integer NOT NULL,
	"lineage_id" integer NOT NULL,
	"author_user_id" integer,
	"content" text NOT NULL,
	"channels" text[] DEFAULT '{}' NOT NULL,
	"keywords" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "server_memories_lineage_id_positive" CHECK ("server_memories"."lineage_id" > 0)
);
--> statement-breakpoint
CREATE TABLE "server_stm_configs" (
	"server_id" integer PRIMARY KEY NOT NULL,
	"depth" integer,
	CONSTRAINT "server_stm_configs_depth_range" CHECK ("server_stm_configs"."depth" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "short_term_memories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "short_term_memories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"server_id" integer NOT NULL,
	"channel_id" text NOT NULL,
	"lineage_id" integer NOT NULL,
	"content" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "short_term_memories_lineage_id_positive" CHECK ("short_term_memories"."lineage_id" > 0)
);
--> statement-breakpoint
ALTER TABLE "lorebook_entries" ADD CONSTRAINT "lorebook_entries_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_memories" ADD CONSTRAINT "personal_memories_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_memories" ADD CONSTRAINT "server_memories_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_memories" ADD CONSTRAINT "server_memories_author_user_id_fk" FOREIGN KEY ("author_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_stm_configs" ADD CONSTRAINT "server_stm_configs_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "short_term_memories" ADD CONSTRAINT "short_term_memories_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lorebook_entries_server_id_index" ON "lorebook_entries" USING btree ("server_id");--> statement-breakpoint
CREATE INDEX "personal_memories_user_id_index" ON "personal_memories" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "server_memories_server_id_lineage_id_index" ON "server_memories" USING btree ("server_id","lineage_id");--> statement-breakpoint
CREATE INDEX "short_term_memories_channel_index" ON "short_term_memories" USING btree ("server_id","channel_id","lineage_id");