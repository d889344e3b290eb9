CREATE TABLE "persona_cards" (
	"persona_id" integer PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "persona_pictures" (
	"persona_id" integer PRIMARY KEY NOT NULL,
	"picture" "bytea" NOT NULL,
	"mime_type" text NOT NULL,
	"emoji_id" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "persona_pictures_picture_size" CHECK (length("persona_pictures"."picture") <= 8388608)
);
--> statement-breakpoint
CREATE TABLE "access_rules" (
	"server_id" integer NOT NULL,
	"kind" text NOT NULL,
	"channel_id" text DEFAULT '' NOT NULL,
	"subject" text NOT NULL,
	"verdict" text NOT NULL,
	CONSTRAINT "access_rules_pk" PRIMARY KEY("server_id","kind","channel_id","subject"),
	CONSTRAINT "access_rules_kind_known" CHECK ("access_rules"."kind" in ('channel', 'role', 'persona')),
	CONSTRAINT "access_rules_verdict_known" CHECK ("access_rules"."verdict" in ('allow', 'deny'))
);
--> statement-breakpoint
CREATE TABLE "auto_reply_counters" (
	"server_id" integer NOT NULL,
	"channel_id" text NOT NULL,
	"messages" integer NOT NULL,
	"threshold" integer NOT NULL,
	CONSTRAINT "auto_reply_counters_pk" PRIMARY KEY("server_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "cooldowns" (
	"server_id" integer NOT NULL,
	"subject" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "cooldowns_pk" PRIMARY KEY("server_id","subject")
);
--> statement-breakpoint
CREATE TABLE "persona_conditioning" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "persona_conditioning_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"server_id" integer NOT NULL,
	"lineage_id" integer NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"author_user_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "persona_conditioning_kind_known" CHECK ("persona_conditioning"."kind" in ('reward', 'punish')),
	CONSTRAINT "persona_conditioning_lineage_id_positive" CHECK ("persona_conditioning"."lineage_id" > 0)
);
--> statement-breakpoint
CREATE TABLE "quota_counters" (
	"server_id" integer NOT NULL,
	"subject" text NOT NULL,
	"day_start" timestamp with time zone NOT NULL,
	"replies" integer NOT NULL,
	"warned_at" timestamp with time zone,
	CONSTRAINT "quota_counters_pk" PRIMARY KEY("server_id","subject")
);
--> statement-breakpoint
ALTER TABLE "short_term_memories" ADD COLUMN "kind" text DEFAULT 'summary' NOT NULL;--> statement-breakpoint
ALTER TABLE "short_term_memories" ADD COLUMN "lines" jsonb;--> statement-breakpoint
ALTER TABLE "short_term_memories" ADD COLUMN "is_private" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "personas" ADD COLUMN "aliases" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "greeted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "speaker_stop_enabled" boolean;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "auto_reply_min" integer;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "auto_reply_max" integer;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "deliberate_triggers_only" boolean;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "match_limit" smallint;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "cascade_limit" smallint;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "cooldown_scope" text;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "cooldown_seconds" integer;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "user_replies_per_day" integer;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "channel_replies_per_day" integer;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "server_replies_per_day" integer;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "members_may_teach" boolean;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "personal_memories_enabled" boolean;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "conditioning_enabled" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "speaker_stop_enabled" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "auto_reply_min" integer;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "auto_reply_max" integer;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "deliberate_triggers_only" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "match_limit" smallint;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "cascade_limit" smallint;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "cooldown_scope" text;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "cooldown_seconds" integer;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "user_replies_per_day" integer;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "channel_replies_per_day" integer;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "server_replies_per_day" integer;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "members_may_teach" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "personal_memories_enabled" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "conditioning_enabled" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "speaker_stop_enabled" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "auto_reply_min" integer;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "auto_reply_max" integer;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "deliberate_triggers_only" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "match_limit" smallint;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "cascade_limit" smallint;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "cooldown_scope" text;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "cooldown_seconds" integer;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "user_replies_per_day" integer;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "channel_replies_per_day" integer;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "server_replies_per_day" integer;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "members_may_teach" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "personal_memories_enabled" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "conditioning_enabled" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "speaker_stop_enabled" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "auto_reply_min" integer;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "auto_reply_max" integer;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "deliberate_triggers_only" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "match_limit" smallint;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "cascade_limit" smallint;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "cooldown_scope" text;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "cooldown_seconds" integer;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "user_replies_per_day" integer;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "channel_replies_per_day" integer;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "server_replies_per_day" integer;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "members_may_teach" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "personal_memories_enabled" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "conditioning_enabled" boolean;--> statement-breakpoint
ALTER TABLE "persona_cards" ADD CONSTRAINT "persona_cards_persona_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persona_pictures" ADD CONSTRAINT "persona_pictures_persona_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_rules" ADD CONSTRAINT "access_rules_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_reply_counters" ADD CONSTRAINT "auto_reply_counters_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cooldowns" ADD CONSTRAINT "cooldowns_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persona_conditioning" ADD CONSTRAINT "persona_conditioning_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persona_conditioning" ADD CONSTRAINT "persona_conditioning_author_user_id_fk" FOREIGN KEY ("author_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quota_counters" ADD CONSTRAINT "quota_counters_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "persona_conditioning_server_id_lineage_id_index" ON "persona_conditioning" USING btree ("server_id","lineage_id");--> statement-breakpoint
CREATE INDEX "short_term_memories_lineage_index" ON "short_term_memories" USING btree ("server_id","lineage_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "short_term_memories_lines_unique" ON "short_term_memories" USING btree ("server_id","channel_id","lineage_id") WHERE "short_term_memories"."kind" = 'lines';--> statement-breakpoint
ALTER TABLE "short_term_memories" ADD CONSTRAINT "short_term_memories_kind_known" CHECK ("short_term_memories"."kind" in ('lines', 'summary'));--> statement-breakpoint
ALTER TABLE "channel_settings" ADD CONSTRAINT "channel_settings_auto_reply_range" CHECK ("channel_settings"."auto_reply_min" >= 0 and "channel_settings"."auto_reply_max" >= "channel_settings"."auto_reply_min");--> statement-breakpoint
ALTER TABLE "channel_settings" ADD CONSTRAINT "channel_settings_match_limit_range" CHECK ("channel_settings"."match_limit" between 1 and 10);--> statement-breakpoint
ALTER TABLE "channel_settings" ADD CONSTRAINT "channel_settings_cascade_limit_range" CHECK ("channel_settings"."cascade_limit" between 0 and 10);--> statement-breakpoint
ALTER TABLE "channel_settings" ADD CONSTRAINT "channel_settings_cooldown_scope_known" CHECK ("channel_settings"."cooldown_scope" in ('off', 'user', 'channel', 'server', 'strict'));--> statement-breakpoint
ALTER TABLE "persona_settings" ADD CONSTRAINT "persona_settings_auto_reply_range" CHECK ("persona_settings"."auto_reply_min" >= 0 and "persona_settings"."auto_reply_max" >= "persona_settings"."auto_reply_min");--> statement-breakpoint
ALTER TABLE "persona_settings" ADD CONSTRAINT "persona_settings_match_limit_range" CHECK ("persona_settings"."match_limit" between 1 and 10);--> statement-breakpoint
ALTER TABLE "persona_settings" ADD CONSTRAINT "persona_settings_cascade_limit_range" CHECK ("persona_settings"."cascade_limit" between 0 and 10);--> statement-breakpoint
ALTER TABLE "persona_settings" ADD CONSTRAINT "persona_settings_cooldown_scope_known" CHECK ("persona_settings"."cooldown_scope" in ('off', 'user', 'channel', 'server', 'strict'));--> statement-breakpoint
ALTER TABLE "server_settings" ADD CONSTRAINT "server_settings_auto_reply_range" CHECK ("server_settings"."auto_reply_min" >= 0 and "server_settings"."auto_reply_max" >= "server_settings"."auto_reply_min");--> statement-breakpoint
ALTER TABLE "server_settings" ADD CONSTRAINT "server_settings_match_limit_range" CHECK ("server_settings"."match_limit" between 1 and 10);--> statement-breakpoint
ALTER TABLE "server_settings" ADD CONSTRAINT "server_settings_cascade_limit_range" CHECK ("server_settings"."cascade_limit" between 0 and 10);--> statement-breakpoint
ALTER TABLE "server_settings" ADD CONSTRAINT "server_settings_cooldown_scope_known" CHECK ("server_settings"."cooldown_scope" in ('off', 'user', 'channel', 'server', 'strict'));--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_auto_reply_range" CHECK ("user_settings"."auto_reply_min" >= 0 and "user_settings"."auto_reply_max" >= "user_settings"."auto_reply_min");--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_match_limit_range" CHECK ("user_settings"."match_limit" between 1 and 10);--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_cascade_limit_range" CHECK ("user_settings"."cascade_limit" between 0 and 10);--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_cooldown_scope_known" CHECK ("user_settings"."cooldown_scope" in ('off', 'user', 'channel', 'server', 'strict'));