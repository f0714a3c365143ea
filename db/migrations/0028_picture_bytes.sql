ALTER TABLE "snapshot_uploads" ADD COLUMN "image_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "image_bytes" bigint DEFAULT 0 NOT NULL;