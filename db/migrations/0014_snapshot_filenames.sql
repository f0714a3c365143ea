DROP INDEX "snapshots_created_by_idx";--> statement-breakpoint
CREATE INDEX "snapshots_filename_idx" ON "snapshots" USING btree ("filename");--> statement-breakpoint
CREATE INDEX "snapshots_created_by_idx" ON "snapshots" USING btree ("created_by","id");