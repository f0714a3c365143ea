CREATE TABLE "source_settings" (
	"model_id" integer NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"header_names" json NOT NULL,
	"sealed_headers" text,
	CONSTRAINT "source_settings_model_id_name_pk" PRIMARY KEY("model_id","name")
);
--> statement-breakpoint
ALTER TABLE "source_settings" ADD CONSTRAINT "source_settings_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;