CREATE TABLE "api_key_rotation" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_key_rotation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"server_id" integer NOT NULL,
	"provider" text NOT NULL,
	"ciphertext" "bytea",
	"key_version" integer,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"usage_count" integer DEFAULT 0 NOT NULL,
	"error_count" integer DEFAULT 0 NOT NULL,
	"last_error_at" timestamp with time zone,
	"last_error_code" text,
	"cooling_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_key_rotation_sealed_whole" CHECK (("api_key_rotation"."ciphertext" is null) = ("api_key_rotation"."key_version" is null))
);
--> statement-breakpoint
CREATE TABLE "nai_presets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "nai_presets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"preset_name" text NOT NULL,
	"model_target" text NOT NULL,
	"is_default" boolean NOT NULL,
	"parameters" jsonb NOT NULL,
	CONSTRAINT "nai_presets_preset_name_model_target_unique" UNIQUE("preset_name","model_target")
);
--> statement-breakpoint
CREATE TABLE "saved_provider_configs" (
	"server_id" integer NOT NULL,
	"provider" text NOT NULL,
	"model_codename" text NOT NULL,
	"thinking_level" text,
	"max_output_tokens" integer,
	"temperature" double precision,
	"top_p" double precision,
	"top_k" integer,
	"min_p" double precision,
	"frequency_penalty" double precision,
	"presence_penalty" double precision,
	"temperature_enabled" boolean,
	"top_p_enabled" boolean,
	"top_k_enabled" boolean,
	"min_p_enabled" boolean,
	"nai_preset_name" text,
	"edited_samplers" text[],
	"stop_strings" text[],
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_provider_configs_pk" PRIMARY KEY("server_id","provider"),
	CONSTRAINT "saved_provider_configs_stop_strings_max" CHECK (cardinality("saved_provider_configs"."stop_strings") <= 40)
);
--> statement-breakpoint
CREATE TABLE "user_saved_provider_configs" (
	"user_id" integer NOT NULL,
	"provider" text NOT NULL,
	"model_codename" text NOT NULL,
	"thinking_level" text,
	"max_output_tokens" integer,
	"temperature" double precision,
	"top_p" double precision,
	"top_k" integer,
	"min_p" double precision,
	"frequency_penalty" double precision,
	"presence_penalty" double precision,
	"temperature_enabled" boolean,
	"top_p_enabled" boolean,
	"top_k_enabled" boolean,
	"min_p_enabled" boolean,
	"nai_preset_name" text,
	"edited_samplers" text[],
	"stop_strings" text[],
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_saved_provider_configs_pk" PRIMARY KEY("user_id","provider"),
	CONSTRAINT "user_saved_provider_configs_stop_strings_max" CHECK (cardinality("user_saved_provider_configs"."stop_strings") <= 40)
);
--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "temperature_enabled" boolean;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "top_p_enabled" boolean;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "top_k_enabled" boolean;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "min_p_enabled" boolean;--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "edited_samplers" text[];--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "stop_strings" text[];--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "fallback_models" text[];--> statement-breakpoint
ALTER TABLE "channel_settings" ADD COLUMN "personal_server_fallback" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "temperature_enabled" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "top_p_enabled" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "top_k_enabled" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "min_p_enabled" boolean;--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "edited_samplers" text[];--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "stop_strings" text[];--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "fallback_models" text[];--> statement-breakpoint
ALTER TABLE "persona_settings" ADD COLUMN "personal_server_fallback" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "temperature_enabled" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "top_p_enabled" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "top_k_enabled" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "min_p_enabled" boolean;--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "edited_samplers" text[];--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "stop_strings" text[];--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "fallback_models" text[];--> statement-breakpoint
ALTER TABLE "server_settings" ADD COLUMN "personal_server_fallback" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "temperature_enabled" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "top_p_enabled" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "top_k_enabled" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "min_p_enabled" boolean;--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "edited_samplers" text[];--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "stop_strings" text[];--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "fallback_models" text[];--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "personal_server_fallback" boolean;--> statement-breakpoint
ALTER TABLE "api_key_rotation" ADD CONSTRAINT "api_key_rotation_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_provider_configs" ADD CONSTRAINT "saved_provider_configs_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_saved_provider_configs" ADD CONSTRAINT "user_saved_provider_configs_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_rotation_server_id_provider_index" ON "api_key_rotation" USING btree ("server_id","provider");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_rotation_one_main_per_provider" ON "api_key_rotation" USING btree ("server_id","provider") WHERE "api_key_rotation"."ciphertext" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "nai_presets_one_default_per_target" ON "nai_presets" USING btree ("model_target") WHERE "nai_presets"."is_default";--> statement-breakpoint
ALTER TABLE "channel_settings" ADD CONSTRAINT "channel_settings_stop_strings_max" CHECK (cardinality("channel_settings"."stop_strings") <= 40);--> statement-breakpoint
ALTER TABLE "persona_settings" ADD CONSTRAINT "persona_settings_stop_strings_max" CHECK (cardinality("persona_settings"."stop_strings") <= 40);--> statement-breakpoint
ALTER TABLE "server_settings" ADD CONSTRAINT "server_settings_stop_strings_max" CHECK (cardinality("server_settings"."stop_strings") <= 40);--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_stop_strings_max" CHECK (cardinality("user_settings"."stop_strings") <= 40);