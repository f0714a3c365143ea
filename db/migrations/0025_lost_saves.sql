ALTER TABLE "moc_comments" ADD COLUMN "guid" uuid;--> statement-breakpoint
ALTER TABLE "mocs" ADD COLUMN "save_guid" uuid;--> statement-breakpoint
ALTER TABLE "snapshot_shares" ADD COLUMN "guid" uuid;--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "guid" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "moc_comments_guid_key" ON "moc_comments" USING btree ("moc_id","guid");--> statement-breakpoint
CREATE UNIQUE INDEX "snapshot_shares_guid_key" ON "snapshot_shares" USING btree ("user_id","guid","recipient");--> statement-breakpoint
CREATE UNIQUE INDEX "snapshots_guid_key" ON "snapshots" USING btree ("created_by","guid");