CREATE TABLE "server_custom_providers" (
	"server_id" integer NOT NULL,
	"name_key" text NOT NULL,
	"name" text NOT NULL,
	"base_url" text NOT NULL,
	"model" text NOT NULL,
	"window_tokens" integer NOT NULL,
	"output_tokens_max" integer NOT NULL,
	"sees_images" boolean DEFAULT false NOT NULL,
	"sees_videos" boolean DEFAULT false NOT NULL,
	"has_tools" boolean DEFAULT false NOT NULL,
	"may_be_private" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "server_custom_providers_pk" PRIMARY KEY("server_id","name_key"),
	CONSTRAINT "server_custom_providers_window_tokens_positive" CHECK ("server_custom_providers"."window_tokens" > 0),
	CONSTRAINT "server_custom_providers_output_tokens_max_positive" CHECK ("server_custom_providers"."output_tokens_max" > 0)
);
--> statement-breakpoint
CREATE TABLE "user_custom_providers" (
	"user_id" integer NOT NULL,
	"name_key" text NOT NULL,
	"name" text NOT NULL,
	"base_url" text NOT NULL,
	"model" text NOT NULL,
	"window_tokens" integer NOT NULL,
	"output_tokens_max" integer NOT NULL,
	"sees_images" boolean DEFAULT false NOT NULL,
	"sees_videos" boolean DEFAULT false NOT NULL,
	"has_tools" boolean DEFAULT false NOT NULL,
	"may_be_private" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_custom_providers_pk" PRIMARY KEY("user_id","name_key"),
	CONSTRAINT "user_custom_providers_window_tokens_positive" CHECK ("user_custom_providers"."window_tokens" > 0),
	CONSTRAINT "user_custom_providers_output_tokens_max_positive" CHECK ("user_custom_providers"."output_tokens_max" > 0)
);
--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "time_awareness_enabled" boolean;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "context_note" text;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "context_note_depth" smallint;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "prompt" text;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "prompt_mode" text;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "uncensor_unicode_space_enabled" boolean;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "uncensor_sanitize_enabled" boolean;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "verbatim_tool_calling_enabled" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "time_awareness_enabled" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "context_note" text;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "context_note_depth" smallint;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "prompt" text;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "prompt_mode" text;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "uncensor_unicode_space_enabled" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "uncensor_sanitize_enabled" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "verbatim_tool_calling_enabled" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "time_awareness_enabled" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "context_note" text;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "context_note_depth" smallint;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "prompt" text;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "prompt_mode" text;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "uncensor_unicode_space_enabled" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "uncensor_sanitize_enabled" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "verbatim_tool_calling_enabled" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "time_awareness_enabled" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "context_note" text;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "context_note_depth" smallint;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "prompt" text;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "prompt_mode" text;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "uncensor_unicode_space_enabled" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "uncensor_sanitize_enabled" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "verbatim_tool_calling_enabled" boolean;--> statement-breakpoint
ALTER TABLE "turns" ADD COLUMN "reunion_note" text;--> statement-breakpoint
ALTER TABLE "server_custom_providers" ADD CONSTRAINT "server_custom_providers_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_custom_providers" ADD CONSTRAINT "user_custom_providers_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stat_counters_user_id_lineage_id_bucket_index" ON "stat_counters" USING btree ("user_id","lineage_id","metric","bucket");--> statement-breakpoint
ALTER TABLE "channel_settings" ADD CONSTRAINT "channel_settings_context_note_depth_range" CHECK ("channel_settings"."context_note_depth" between 0 and 100);--> statement-breakpoint
ALTER TABLE "channel_settings" ADD CONSTRAINT "channel_settings_prompt_mode_known" CHECK ("channel_settings"."prompt_mode" in ('append', 'replace'));--> statement-breakpoint
ALTER TABLE "persona_settings" ADD CONSTRAINT "persona_settings_context_note_depth_range" CHECK ("persona_settings"."context_note_depth" between 0 and 100);--> statement-breakpoint
ALTER TABLE "persona_settings" ADD CONSTRAINT "persona_settings_prompt_mode_known" CHECK ("persona_settings"."prompt_mode" in ('append', 'replace'));--> statement-breakpoint
ALTER TABLE "server_settings" ADD CONSTRAINT "server_settings_context_note_depth_range" CHECK ("server_settings"."context_note_depth" between 0 and 100);--> statement-breakpoint
ALTER TABLE "server_settings" ADD CONSTRAINT "server_settings_prompt_mode_known" CHECK ("server_settings"."prompt_mode" in ('append', 'replace'));--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_context_note_depth_range" CHECK ("user_settings"."context_note_depth" between 0 and 100);--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_prompt_mode_known" CHECK ("user_settings"."prompt_mode" in ('append', 'replace'));