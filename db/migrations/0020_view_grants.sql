CREATE TYPE "public"."view_grant_kind" AS ENUM('link', 'embed');--> statement-breakpoint
CREATE TABLE "view_grants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "view_grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" "view_grant_kind" NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"site_id" integer NOT NULL,
	"permissions" text[] NOT NULL,
	"origins" text[] DEFAULT '{}' NOT NULL,
	"view" text,
	"password_hash" text,
	"made_by" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_by" integer,
	"last_opened_at" timestamp with time zone,
	"openings" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "view_grants" ADD CONSTRAINT "view_grants_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_grants" ADD CONSTRAINT "view_grants_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_grants" ADD CONSTRAINT "view_grants_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "view_grants_token_hash_key" ON "view_grants" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "view_grants_site_idx" ON "view_grants" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "view_grants_made_by_idx" ON "view_grants" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "view_grants_revoked_by_idx" ON "view_grants" USING btree ("revoked_by");