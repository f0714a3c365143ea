DROP INDEX "mocs_site_idx";--> statement-breakpoint
ALTER TABLE "mocs" ADD COLUMN "guid" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "mocs_guid_key" ON "mocs" USING btree ("site_id","guid");