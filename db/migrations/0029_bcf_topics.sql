ALTER TABLE "moc_comments" ADD COLUMN "author_name" text;--> statement-breakpoint
ALTER TABLE "mocs" ADD COLUMN "topic" jsonb;--> statement-breakpoint
ALTER TABLE "mocs" ADD COLUMN "topic_view" jsonb;--> statement-breakpoint
-- Imported comments began with their author. Rows of deleted accounts remain, so no other comment is without a user.
UPDATE "moc_comments" SET "author_name" = split_part("body", ': ', 1), "body" = substr("body", strpos("body", ': ') + 2) WHERE "user_id" IS NULL AND strpos("body", ': ') > 1 AND length("body") > strpos("body", ': ') + 1;
