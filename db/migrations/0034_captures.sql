CREATE TABLE "captures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "captures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"modeltype_id" smallint NOT NULL,
	"taken_on" date NOT NULL,
	"precision" text NOT NULL,
	"filepath" text NOT NULL,
	"plan" jsonb,
	"bytes" bigint,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "pointclouds_site_key";--> statement-breakpoint
ALTER TABLE "cad_trees" ADD COLUMN "capture_id" integer;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "capture_id" integer;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "keep" jsonb;--> statement-breakpoint
ALTER TABLE "pointclouds" ADD COLUMN "capture_id" integer;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "taken_on" date;--> statement-breakpoint
ALTER TABLE "captures" ADD CONSTRAINT "captures_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "captures" ADD CONSTRAINT "captures_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "captures_day_key" ON "captures" USING btree ("site_id","modeltype_id","taken_on") WHERE "captures"."published_at" is not null and "captures"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "captures_site_idx" ON "captures" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "captures_filepath_idx" ON "captures" USING btree ("filepath");--> statement-breakpoint
CREATE INDEX "captures_created_by_idx" ON "captures" USING btree ("created_by");--> statement-breakpoint
-- Each layer begins with one capture. The name of its version tells when it was published: milliseconds in base 36.
INSERT INTO "captures" ("site_id", "modeltype_id", "taken_on", "precision", "filepath", "plan", "created_at", "published_at")
SELECT g."site_id", m."modeltype_id", (p."at" AT TIME ZONE 'UTC')::date, 'published', m."filepath", m."plan", m."created_at", p."at"
FROM "models" m
JOIN "model_groups" g ON g."id" = m."modelgroup_id"
CROSS JOIN LATERAL (
	SELECT substring(m."filepath" from '^/api/files/models/[^/]+/[^/]+/([0-9a-z]{8,9})-[0-9a-f]{12}/') AS "time"
) v
CROSS JOIN LATERAL (
	SELECT coalesce(
		(
			SELECT to_timestamp(sum((position(substr(v."time", i, 1) in '0123456789abcdefghijklmnopqrstuvwxyz') - 1) * 36::numeric ^ (length(v."time") - i))::double precision / 1000)
			FROM generate_series(1, length(v."time")) i
		),
		m."created_at"
	) AS "at"
) p;
--> statement-breakpoint
UPDATE "models" SET "capture_id" = c."id"
FROM "captures" c JOIN "model_groups" g ON g."site_id" = c."site_id"
WHERE g."id" = "models"."modelgroup_id" AND c."modeltype_id" = "models"."modeltype_id";
--> statement-breakpoint
UPDATE "cad_trees" SET "capture_id" = m."capture_id" FROM "models" m WHERE m."id" = "cad_trees"."model_id";
--> statement-breakpoint
UPDATE "pointclouds" SET "capture_id" = c."id" FROM "captures" c WHERE c."site_id" = "pointclouds"."site_id" AND c."modeltype_id" = 1;
--> statement-breakpoint
-- The source of a layer that is gone: nothing draws it, and no person can reach it.
DELETE FROM "pointclouds" WHERE "capture_id" IS NULL;
--> statement-breakpoint
ALTER TABLE "models" ALTER COLUMN "capture_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "pointclouds" ALTER COLUMN "capture_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "cad_trees" ADD CONSTRAINT "cad_trees_capture_id_captures_id_fk" FOREIGN KEY ("capture_id") REFERENCES "public"."captures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_capture_id_captures_id_fk" FOREIGN KEY ("capture_id") REFERENCES "public"."captures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pointclouds" ADD CONSTRAINT "pointclouds_capture_id_captures_id_fk" FOREIGN KEY ("capture_id") REFERENCES "public"."captures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cad_trees_capture_idx" ON "cad_trees" USING btree ("capture_id");--> statement-breakpoint
CREATE INDEX "models_capture_idx" ON "models" USING btree ("capture_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pointclouds_capture_key" ON "pointclouds" USING btree ("capture_id");--> statement-breakpoint
CREATE INDEX "pointclouds_site_idx" ON "pointclouds" USING btree ("site_id");--> statement-breakpoint
ALTER TABLE "cad_trees" DROP CONSTRAINT "cad_trees_model_id_models_id_fk";
--> statement-breakpoint
DROP INDEX "cad_trees_model_idx";--> statement-breakpoint
ALTER TABLE "cad_trees" DROP COLUMN "model_id";--> statement-breakpoint
ALTER TABLE "models" DROP COLUMN "filepath";--> statement-breakpoint
ALTER TABLE "models" DROP COLUMN "plan";
