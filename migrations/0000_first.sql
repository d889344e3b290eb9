CREATE SEQUENCE "public"."persona_lineages" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "app_state" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_credentials" (
	"server_id" integer NOT NULL,
	"provider" text NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"key_version" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "server_credentials_pk" PRIMARY KEY("server_id","provider")
);
--> statement-breakpoint
CREATE TABLE "user_credentials" (
	"user_id" integer NOT NULL,
	"provider" text NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"key_version" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_credentials_pk" PRIMARY KEY("user_id","provider")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"message_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "personas" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "personas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"server_id" integer NOT NULL,
	"lineage_id" integer DEFAULT nextval('persona_lineages') NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"is_alter" boolean NOT NULL,
	"attributes" text[] NOT NULL,
	"samples" jsonb NOT NULL,
	"trigger_words" text[] NOT NULL,
	"attg_author" text DEFAULT '' NOT NULL,
	"attg_title" text DEFAULT '' NOT NULL,
	"attg_tags" text DEFAULT '' NOT NULL,
	"attg_genre" text DEFAULT '' NOT NULL,
	"attg_stars" smallint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "personas_server_id_name_key_unique" UNIQUE("server_id","name_key"),
	CONSTRAINT "personas_lineage_id_positive" CHECK ("personas"."lineage_id" > 0),
	CONSTRAINT "personas_attg_stars_range" CHECK ("personas"."attg_stars" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "servers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "servers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"discord_id" text NOT NULL,
	"locale" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "servers_kind_discord_id_unique" UNIQUE("kind","discord_id"),
	CONSTRAINT "servers_kind_known" CHECK ("servers"."kind" in ('guild', 'direct'))
);
--> statement-breakpoint
CREATE TABLE "channel_settings" (
	"server_id" integer NOT NULL,
	"channel_id" text NOT NULL,
	"language" text,
	"zone" text,
	"model_codename" text,
	"thinking_level" text,
	"max_output_tokens" integer,
	"temperature" double precision,
	"top_p" double precision,
	"top_k" integer,
	"min_p" double precision,
	"frequency_penalty" double precision,
	"presence_penalty" double precision,
	"message_fetch_limit" integer,
	"humanizer_degree" smallint,
	"nai_preset_name" text,
	CONSTRAINT "channel_settings_pk" PRIMARY KEY("server_id","channel_id"),
	CONSTRAINT "channel_settings_message_fetch_limit_range" CHECK ("channel_settings"."message_fetch_limit" between 20 and 100),
	CONSTRAINT "channel_settings_humanizer_degree_range" CHECK ("channel_settings"."humanizer_degree" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "persona_settings" (
	"persona_id" integer PRIMARY KEY NOT NULL,
	"language" text,
	"zone" text,
	"model_codename" text,
	"thinking_level" text,
	"max_output_tokens" integer,
	"temperature" double precision,
	"top_p" double precision,
	"top_k" integer,
	"min_p" double precision,
	"frequency_penalty" double precision,
	"presence_penalty" double precision,
	"message_fetch_limit" integer,
	"humanizer_degree" smallint,
	"nai_preset_name" text,
	CONSTRAINT "persona_settings_message_fetch_limit_range" CHECK ("persona_settings"."message_fetch_limit" between 20 and 100),
	CONSTRAINT "persona_settings_humanizer_degree_range" CHECK ("persona_settings"."humanizer_degree" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "server_settings" (
	"server_id" integer PRIMARY KEY NOT NULL,
	"language" text,
	"zone" text,
	"model_codename" text,
	"thinking_level" text,
	"max_output_tokens" integer,
	"temperature" double precision,
	"top_p" double precision,
	"top_k" integer,
	"min_p" double precision,
	"frequency_penalty" double precision,
	"presence_penalty" double precision,
	"message_fetch_limit" integer,
	"humanizer_degree" smallint,
	"nai_preset_name" text,
	CONSTRAINT "server_settings_message_fetch_limit_range" CHECK ("server_settings"."message_fetch_limit" between 20 and 100),
	CONSTRAINT "server_settings_humanizer_degree_range" CHECK ("server_settings"."humanizer_degree" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "user_settings" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"language" text,
	"zone" text,
	"model_codename" text,
	"thinking_level" text,
	"max_output_tokens" integer,
	"temperature" double precision,
	"top_p" double precision,
	"top_k" integer,
	"min_p" double precision,
	"frequency_penalty" double precision,
	"presence_penalty" double precision,
	"message_fetch_limit" integer,
	"humanizer_degree" smallint,
	"nai_preset_name" text,
	CONSTRAINT "user_settings_message_fetch_limit_range" CHECK ("user_settings"."message_fetch_limit" between 20 and 100),
	CONSTRAINT "user_settings_humanizer_degree_range" CHECK ("user_settings"."humanizer_degree" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "stat_counters" (
	"server_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"lineage_id" integer NOT NULL,
	"metric" text NOT NULL,
	"metric_key" text DEFAULT '' NOT NULL,
	"bucket" date NOT NULL,
	"count" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stat_counters_pk" PRIMARY KEY("server_id","user_id","lineage_id","metric","metric_key","bucket"),
	CONSTRAINT "stat_counters_lineage_id_positive" CHECK ("stat_counters"."lineage_id" > 0)
);
--> statement-breakpoint
CREATE TABLE "turn_lines" (
	"message_id" text NOT NULL,
	"turn_id" integer NOT NULL,
	"persona_id" integer NOT NULL,
	CONSTRAINT "turn_lines_pk" PRIMARY KEY("message_id","persona_id")
);
--> statement-breakpoint
CREATE TABLE "turn_messages" (
	"message_id" text PRIMARY KEY NOT NULL,
	"turn_id" integer NOT NULL,
	"persona_id" integer NOT NULL,
	"part" integer NOT NULL,
	"variant" integer NOT NULL,
	"webhook_id" text
);
--> statement-breakpoint
CREATE TABLE "turns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "turns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"server_id" integer NOT NULL,
	"channel_id" text NOT NULL,
	"persona_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"trigger_message_id" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"owner" text,
	"lease_expires_at" timestamp with time zone,
	CONSTRAINT "turns_trigger_message_id_persona_id_unique" UNIQUE("trigger_message_id","persona_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"discord_id" text NOT NULL,
	"display_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_discord_id_unique" UNIQUE("discord_id")
);
--> statement-breakpoint
ALTER TABLE "server_credentials" ADD CONSTRAINT "server_credentials_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_credentials" ADD CONSTRAINT "user_credentials_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personas" ADD CONSTRAINT "personas_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD CONSTRAINT "channel_settings_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD CONSTRAINT "persona_settings_persona_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_settings" ADD CONSTRAINT "server_settings_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stat_counters" ADD CONSTRAINT "stat_counters_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stat_counters" ADD CONSTRAINT "stat_counters_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turn_lines" ADD CONSTRAINT "turn_lines_turn_id_fk" FOREIGN KEY ("turn_id") REFERENCES "public"."turns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turn_messages" ADD CONSTRAINT "turn_messages_turn_id_fk" FOREIGN KEY ("turn_id") REFERENCES "public"."turns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turns" ADD CONSTRAINT "turns_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turns" ADD CONSTRAINT "turns_persona_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turns" ADD CONSTRAINT "turns_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "personas_one_main_per_server" ON "personas" USING btree ("server_id") WHERE not "personas"."is_alter";--> statement-breakpoint
CREATE INDEX "turn_lines_turn_id_index" ON "turn_lines" USING btree ("turn_id");--> statement-breakpoint
CREATE INDEX "turn_messages_turn_id_index" ON "turn_messages" USING btree ("turn_id");--> statement-breakpoint
CREATE INDEX "turns_channel_id_index" ON "turns" USING btree ("channel_id");