CREATE TYPE "public"."photo_altitude" AS ENUM('ellipsoidal', 'orthometric', 'local', 'assumed');--> statement-breakpoint
CREATE TYPE "public"."photo_projection" AS ENUM('perspective', 'equirectangular');--> statement-breakpoint
CREATE TABLE "photos" (
	"snapshot_id" integer PRIMARY KEY NOT NULL,
	"projection" "photo_projection" NOT NULL,
	"width_px" integer NOT NULL,
	"height_px" integer NOT NULL,
	"heading_deg" double precision,
	"pitch_deg" double precision,
	"roll_deg" double precision,
	"hfov_deg" double precision,
	"crop" jsonb,
	"is_pose_measured" boolean NOT NULL,
	"accuracy_m" double precision,
	"altitude_source" "photo_altitude" NOT NULL,
	"taken_at" timestamp with time zone,
	"has_zone" boolean DEFAULT false NOT NULL,
	"camera" text DEFAULT '' NOT NULL,
	"source_name" text NOT NULL,
	"tile_levels" smallint DEFAULT 0 NOT NULL,
	"details" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_snapshot_id_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."snapshots"("id") ON DELETE cascade ON UPDATE no action;