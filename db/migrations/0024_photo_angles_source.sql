CREATE TYPE "public"."photo_angles" AS ENUM('table', 'file', 'assumed');--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "angles_source" "photo_angles" DEFAULT 'file' NOT NULL;