ALTER TABLE "snapshot_shares" DROP CONSTRAINT "snapshot_shares_snapshot_id_snapshots_id_fk";
--> statement-breakpoint
ALTER TABLE "snapshot_shares" ALTER COLUMN "snapshot_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "snapshot_shares" ADD CONSTRAINT "snapshot_shares_snapshot_id_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."snapshots"("id") ON DELETE set null ON UPDATE no action;