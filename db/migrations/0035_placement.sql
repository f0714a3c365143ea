ALTER TABLE "captures" ADD COLUMN "placement" jsonb;--> statement-breakpoint
ALTER TABLE "captures" ADD COLUMN "delivered_filepath" text;