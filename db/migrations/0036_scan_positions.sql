ALTER TYPE "public"."photo_angles" ADD VALUE 'scan';--> statement-breakpoint
CREATE TABLE "scan_positions" (
	"capture_id" integer NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"guid" text DEFAULT '' NOT NULL,
	"longitude" double precision NOT NULL,
	"latitude" double precision NOT NULL,
	"height" double precision NOT NULL,
	"taken_at" timestamp with time zone,
	"points" bigint NOT NULL,
	CONSTRAINT "scan_positions_capture_id_number_pk" PRIMARY KEY("capture_id","number")
);
--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "capture_id" integer;--> statement-breakpoint
ALTER TABLE "scan_positions" ADD CONSTRAINT "scan_positions_capture_id_captures_id_fk" FOREIGN KEY ("capture_id") REFERENCES "public"."captures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_capture_id_captures_id_fk" FOREIGN KEY ("capture_id") REFERENCES "public"."captures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "snapshots_capture_idx" ON "snapshots" USING btree ("capture_id");