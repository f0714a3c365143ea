ALTER TABLE "sites" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "updated_by" integer;--> statement-breakpoint
CREATE TRIGGER "sites_notify_archived" AFTER UPDATE OF "archived_at" ON "sites"
	FOR EACH STATEMENT EXECUTE FUNCTION "notify_access_changed"();--> statement-breakpoint
-- Roles that allowed everything everywhere keep allowing everything: they have one entry for each of the other 27 tokens.
INSERT INTO "role_permissions" ("role_id", "site_id", "token", "allowed")
SELECT "role_id", 0, 'SITES:MANAGE', true FROM "role_permissions"
WHERE "site_id" = 0 AND "allowed" GROUP BY "role_id" HAVING count(DISTINCT "token") >= 27
ON CONFLICT DO NOTHING;
