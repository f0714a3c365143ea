ALTER TABLE "pointgrab_downloads" ALTER COLUMN "density" SET DATA TYPE double precision USING "density"::double precision;--> statement-breakpoint
ALTER TABLE "pointclouds" ADD COLUMN "points" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pointclouds" ADD COLUMN "coordinate_system" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pointclouds" ADD COLUMN "has_color" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pointclouds" ADD COLUMN "has_intensity" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "coordinates" text DEFAULT 'site' NOT NULL;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "points_estimated" bigint;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "points" bigint;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "size_bytes" bigint;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "finished_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "notified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD CONSTRAINT "pointgrab_downloads_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pointgrab_downloads_filename_key" ON "pointgrab_downloads" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "pointgrab_downloads_job_idx" ON "pointgrab_downloads" USING btree ("job_id");