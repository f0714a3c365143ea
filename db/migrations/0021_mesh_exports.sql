ALTER TABLE "pointgrab_downloads" ALTER COLUMN "density" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "modeltype_id" smallint;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "model_filepath" text;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "triangles_estimated" bigint;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "bytes_estimated" bigint;--> statement-breakpoint
ALTER TABLE "pointgrab_downloads" ADD COLUMN "triangles" bigint;