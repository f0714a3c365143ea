CREATE TABLE "measurement_comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "measurement_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"measurement_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"guid" uuid NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_measurements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_measurements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"guid" uuid NOT NULL,
	"created_by" integer NOT NULL,
	"name" text NOT NULL,
	"folder" text DEFAULT '' NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"what" text NOT NULL,
	"kind" text NOT NULL,
	"subject" jsonb NOT NULL,
	"value" double precision NOT NULL,
	"unit" text NOT NULL,
	"error" double precision,
	"error_kind" text NOT NULL,
	"details" jsonb,
	"layers" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "measurement_comments" ADD CONSTRAINT "measurement_comments_measurement_id_saved_measurements_id_fk" FOREIGN KEY ("measurement_id") REFERENCES "public"."saved_measurements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurement_comments" ADD CONSTRAINT "measurement_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_measurements" ADD CONSTRAINT "saved_measurements_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_measurements" ADD CONSTRAINT "saved_measurements_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "measurement_comments_guid_key" ON "measurement_comments" USING btree ("measurement_id","guid");--> statement-breakpoint
CREATE INDEX "measurement_comments_user_idx" ON "measurement_comments" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_measurements_guid_key" ON "saved_measurements" USING btree ("created_by","guid");--> statement-breakpoint
CREATE INDEX "saved_measurements_site_idx" ON "saved_measurements" USING btree ("site_id","id");