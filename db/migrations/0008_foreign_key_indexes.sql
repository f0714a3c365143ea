CREATE INDEX "attachments_uploaded_by_idx" ON "attachments" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "feedback_user_idx" ON "feedback" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mocs_created_by_idx" ON "mocs" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "pointgrab_downloads_pointcloud_idx" ON "pointgrab_downloads" USING btree ("pointcloud_uuid");--> statement-breakpoint
CREATE INDEX "pointgrab_downloads_requested_by_idx" ON "pointgrab_downloads" USING btree ("requested_by");