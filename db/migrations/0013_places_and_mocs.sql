CREATE TABLE "moc_comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "moc_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"moc_id" integer NOT NULL,
	"user_id" integer,
	"body" text NOT NULL,
	"mentions" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "snapshot_shares" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "snapshot_shares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"snapshot_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"recipient" text NOT NULL,
	"mail_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshot_uploads" (
	"uuid" uuid PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"image_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mocs" ADD COLUMN "measurements" jsonb;--> statement-breakpoint
ALTER TABLE "mocs" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "mocs" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "mocs" ADD COLUMN "updated_by" integer;--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "view" jsonb;--> statement-breakpoint
ALTER TABLE "moc_comments" ADD CONSTRAINT "moc_comments_moc_id_mocs_id_fk" FOREIGN KEY ("moc_id") REFERENCES "public"."mocs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moc_comments" ADD CONSTRAINT "moc_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_shares" ADD CONSTRAINT "snapshot_shares_snapshot_id_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."snapshots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_shares" ADD CONSTRAINT "snapshot_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_shares" ADD CONSTRAINT "snapshot_shares_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_uploads" ADD CONSTRAINT "snapshot_uploads_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_uploads" ADD CONSTRAINT "snapshot_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moc_comments_moc_idx" ON "moc_comments" USING btree ("moc_id","id");--> statement-breakpoint
CREATE INDEX "moc_comments_user_idx" ON "moc_comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "snapshot_shares_user_idx" ON "snapshot_shares" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "snapshot_shares_snapshot_idx" ON "snapshot_shares" USING btree ("snapshot_id");--> statement-breakpoint
CREATE INDEX "snapshot_shares_mail_idx" ON "snapshot_shares" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "snapshot_uploads_site_idx" ON "snapshot_uploads" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "snapshot_uploads_user_idx" ON "snapshot_uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "snapshot_uploads_created_at_idx" ON "snapshot_uploads" USING btree ("created_at");--> statement-breakpoint
-- Tells all processes on this database (channel "overlook_mocs", payload "<site id> <MOC id>") that something of a MOC was saved.
CREATE FUNCTION "notify_moc_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('overlook_mocs', NEW.site_id || ' ' || NEW.id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "notify_moc_part_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('overlook_mocs', site_id || ' ' || id) FROM "mocs" WHERE id = NEW.moc_id;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "mocs_notify_changed" AFTER INSERT OR UPDATE ON "mocs"
	FOR EACH ROW EXECUTE FUNCTION "notify_moc_changed"();--> statement-breakpoint
CREATE TRIGGER "moc_areas_notify_changed" AFTER INSERT OR UPDATE ON "moc_areas"
	FOR EACH ROW EXECUTE FUNCTION "notify_moc_part_changed"();--> statement-breakpoint
CREATE TRIGGER "moc_comments_notify_changed" AFTER INSERT OR UPDATE ON "moc_comments"
	FOR EACH ROW EXECUTE FUNCTION "notify_moc_part_changed"();--> statement-breakpoint
CREATE TRIGGER "attachments_notify_changed" AFTER INSERT OR UPDATE OF "moc_id", "archived_at" ON "attachments"
	FOR EACH ROW WHEN (NEW.moc_id IS NOT NULL) EXECUTE FUNCTION "notify_moc_part_changed"();
