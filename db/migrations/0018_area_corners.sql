-- Corners of an area in the order of the ring, each as x, y, z in big-endian doubles; null for points that are no such list.
CREATE FUNCTION "moc_area_corners"(points jsonb) RETURNS bytea LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN (
		SELECT CASE WHEN bool_and(
			jsonb_typeof(point->'position') IS NOT DISTINCT FROM 'number' AND jsonb_typeof(point->'x') IS NOT DISTINCT FROM 'number'
			AND jsonb_typeof(point->'y') IS NOT DISTINCT FROM 'number' AND jsonb_typeof(point->'z') IS NOT DISTINCT FROM 'number'
		) THEN string_agg(
			float8send((point->>'x')::float8) || float8send((point->>'y')::float8) || float8send((point->>'z')::float8),
			''::bytea ORDER BY (point->>'position')::float8
		) END
		FROM jsonb_array_elements(points) AS point
	);
EXCEPTION WHEN data_exception THEN
	RETURN NULL;
END
$$;--> statement-breakpoint
ALTER TABLE "moc_areas" ADD COLUMN "corners" "bytea" GENERATED ALWAYS AS (moc_area_corners("points")) STORED;--> statement-breakpoint
CREATE INDEX "moc_areas_counted_idx" ON "moc_areas" USING btree ("moc_id") WHERE "moc_areas"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "mocs_listed_idx" ON "mocs" USING btree ("site_id","id") WHERE "mocs"."archived_at" is null;