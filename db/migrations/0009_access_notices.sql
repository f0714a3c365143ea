-- Tells all processes on this database (channel "overlook_access") what their caches of sessions and permissions must forget:
-- an empty payload means all, "session <hash of its token>" one session that has ended.
CREATE FUNCTION "notify_access_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('overlook_access', '');
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "notify_session_ended"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('overlook_access', 'session ' || OLD.token_hash);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "sessions_notify_ended" AFTER DELETE ON "sessions"
	FOR EACH ROW EXECUTE FUNCTION "notify_session_ended"();--> statement-breakpoint
CREATE TRIGGER "users_notify_access" AFTER UPDATE OF "disabled_at", "archived_at", "deleted_at" ON "users"
	FOR EACH STATEMENT EXECUTE FUNCTION "notify_access_changed"();--> statement-breakpoint
CREATE TRIGGER "user_roles_notify_access" AFTER INSERT OR UPDATE OR DELETE ON "user_roles"
	FOR EACH STATEMENT EXECUTE FUNCTION "notify_access_changed"();--> statement-breakpoint
CREATE TRIGGER "user_teams_notify_access" AFTER INSERT OR UPDATE OR DELETE ON "user_teams"
	FOR EACH STATEMENT EXECUTE FUNCTION "notify_access_changed"();--> statement-breakpoint
CREATE TRIGGER "team_roles_notify_access" AFTER INSERT OR UPDATE OR DELETE ON "team_roles"
	FOR EACH STATEMENT EXECUTE FUNCTION "notify_access_changed"();--> statement-breakpoint
CREATE TRIGGER "role_permissions_notify_access" AFTER INSERT OR UPDATE OR DELETE ON "role_permissions"
	FOR EACH STATEMENT EXECUTE FUNCTION "notify_access_changed"();--> statement-breakpoint
CREATE TRIGGER "sites_notify_access" AFTER INSERT OR DELETE ON "sites"
	FOR EACH STATEMENT EXECUTE FUNCTION "notify_access_changed"();
