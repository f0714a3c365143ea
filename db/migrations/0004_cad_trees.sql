-- Nothing was ever written to the tables of before. Extension: for the search; it is a trusted one.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
DROP TABLE "cad_items" CASCADE;--> statement-breakpoint
DROP TABLE "external_records" CASCADE;--> statement-breakpoint
DROP TABLE "external_sources" CASCADE;--> statement-breakpoint
DROP TABLE "external_tags" CASCADE;--> statement-breakpoint
CREATE SEQUENCE "public"."cad_item_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "cad_facets" (
	"tree_id" integer NOT NULL,
	"property_index" integer NOT NULL,
	"value_index" integer NOT NULL,
	"tab" text NOT NULL,
	"property" text NOT NULL,
	"value" text NOT NULL,
	"feature_count" integer NOT NULL,
	"ranges" integer[] NOT NULL,
	CONSTRAINT "cad_facets_tree_id_property_index_value_index_pk" PRIMARY KEY("tree_id","property_index","value_index")
);
--> statement-breakpoint
CREATE TABLE "cad_items" (
	"id" integer PRIMARY KEY NOT NULL,
	"tree_id" integer NOT NULL,
	"parent_id" integer,
	"sibling_index" integer NOT NULL,
	"last_id" integer NOT NULL,
	"child_count" integer NOT NULL,
	"object_count" integer NOT NULL,
	"name" text NOT NULL,
	"path" text NOT NULL,
	"batch_id" integer,
	"guid" text,
	"tags" json NOT NULL,
	"external_tags" json NOT NULL,
	"box" double precision[],
	"metadata" json NOT NULL,
	"labels" text NOT NULL,
	"details" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cad_trees" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cad_trees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"model_id" integer,
	"owner" jsonb,
	"first_item" integer NOT NULL,
	"item_count" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "external_sources" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "external_sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tree_id" integer NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cad_facets" ADD CONSTRAINT "cad_facets_tree_id_cad_trees_id_fk" FOREIGN KEY ("tree_id") REFERENCES "public"."cad_trees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cad_items" ADD CONSTRAINT "cad_items_tree_id_cad_trees_id_fk" FOREIGN KEY ("tree_id") REFERENCES "public"."cad_trees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cad_trees" ADD CONSTRAINT "cad_trees_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_sources" ADD CONSTRAINT "external_sources_tree_id_cad_trees_id_fk" FOREIGN KEY ("tree_id") REFERENCES "public"."cad_trees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cad_items_children_idx" ON "cad_items" USING btree ("tree_id","parent_id","sibling_index");--> statement-breakpoint
CREATE UNIQUE INDEX "cad_items_path_key" ON "cad_items" USING btree ("tree_id",md5("path"));--> statement-breakpoint
CREATE INDEX "cad_items_batch_idx" ON "cad_items" USING btree ("tree_id","batch_id");--> statement-breakpoint
CREATE INDEX "cad_items_start_idx" ON "cad_items" USING btree ("tree_id",left("labels", 32) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "cad_items_labels_idx" ON "cad_items" USING gin ("labels" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "cad_items_details_idx" ON "cad_items" USING gin ("details" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "cad_trees_model_idx" ON "cad_trees" USING btree ("model_id");--> statement-breakpoint
CREATE UNIQUE INDEX "external_sources_name_key" ON "external_sources" USING btree ("tree_id","name");