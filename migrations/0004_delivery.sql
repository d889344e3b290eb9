CREATE TABLE "turn_variants" (
	"turn_id" integer NOT NULL,
	"variant" integer NOT NULL,
	"part" integer NOT NULL,
	"text" text NOT NULL,
	"identity_name" text,
	"avatar_url" text,
	CONSTRAINT "turn_variants_pk" PRIMARY KEY("turn_id","variant","part")
);
--> statement-breakpoint
ALTER TABLE "turn_variants" ADD CONSTRAINT "turn_variants_turn_id_fk" FOREIGN KEY ("turn_id") REFERENCES "public"."turns"("id") ON DELETE cascade ON UPDATE no action;