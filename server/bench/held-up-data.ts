import { sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { mocAreas, mocs } from '@overlook/db/schema';
import { enuFrame, transformPoint } from '@overlook/shared/maths';

const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
const FRAME = enuFrame(ORIGIN);
const STARS = 40;
const CORNERS = 1000;

/** A corner of a star of 25 m with a thousand corners, as an area stores it. */
function starCorner(position: number) {
  const [bearing, far] = [(position / CORNERS) * 2 * Math.PI, position % 2 ? 25 : 12];
  const [x, y, z] = transformPoint(FRAME.ecefFromEnu, [far * Math.cos(bearing), far * Math.sin(bearing), 0]);
  return { id: `p${position}`, name: '', position, x, y, z };
}

/**
 * Fills a site: changes with 30 kB of markup each, one with forty stars of a thousand corners, comments, people, audit entries,
 * and an object tree of which every hundredth part is near the stars. Returns the id of the change with stars.
 */
export async function fillSite(
  db: Db,
  counts: { plant: number; farm: number; mocs: number; users: number; audit: number; objects: number },
): Promise<number> {
  const { plant, farm, objects } = counts;
  const data = JSON.stringify({
    avatar: null,
    minimapMaxNativeZoom: null,
    meta: { homeBookmark: null, origin: ORIGIN },
  });
  await db.execute(sql`update sites set data = ${data}::text::jsonb where id in (${plant}, ${farm})`);
  await db.execute(sql`
    insert into mocs (site_id, name, description, document_number, created_by)
    select ${plant}, 'Change ' || i, '<p>' || repeat('<b>why</b> &amp; how ', 1500) || '</p>', 'MOC-' || i, 1
    from generate_series(1, ${counts.mocs}::int) i`);
  const [x, y, z] = transformPoint(FRAME.ecefFromEnu, [0, 0, 0]);
  await db.execute(sql`
    insert into moc_pois (moc_id, x, y, z, latitude, longitude, altitude)
    select id, ${x}::float8, ${y}::float8, ${z}::float8, -35, 138.5, 30 from mocs`);
  await db.execute(sql`
    insert into moc_comments (moc_id, user_id, body) select m.id, 1, repeat('said ', 100)
    from (select id from mocs order by id limit 100) m, generate_series(1, 100)`);
  const columns = { siteId: plant, name: 'Stars', documentNumber: 'MOC-0', description: '<p>x</p>' };
  const [starred] = await db.insert(mocs).values(columns).returning();
  const mocId = starred!.id;
  const points = Array.from({ length: CORNERS }, (_, position) => starCorner(position));
  for (let n = 0; n < STARS; n++)
    await db.insert(mocAreas).values({ mocId, name: `Star ${n}`, bottomHeight: -5, topHeight: 5, points });
  await db.execute(sql`
    insert into users (first_name, last_name, email, password_hash)
    select 'Anna ' || i, 'Beier', 'person' || i || '@x.example', 'x' from generate_series(1, ${counts.users}::int) i`);
  await db.execute(sql`
    insert into audit_entries (created_at, user_id, action, subject, details)
    select now() - i * interval '1 second', 1, 'mocs.update', 'moc:' || i, '{"changes": [{"field": "name", "from": "a", "to": "b"}]}'
    from generate_series(1, ${counts.audit}::int) i`);
  await fillTree(db, objects);
  return mocId;
}

/** Units of a thousand parts, 1 m each, in a square of 300 m. */
async function fillTree(db: Db, objects: number): Promise<void> {
  const units = Math.ceil(objects / 1000);
  const at = (east: string, north: string) => {
    const m = FRAME.ecefFromEnu;
    const of = (k: number) => `${m[12 + k]} + (${m[k]}) * (${east}) + (${m[4 + k]}) * (${north})`;
    return `${of(0)}, ${of(1)}, ${of(2)}`;
  };
  const all = 1 + units * 1001;
  await db.execute(sql`
    insert into cad_trees (model_id, first_item, item_count)
    select id, 1, ${all} from models where modeltype_id = 4 limit 1`);
  const insert = (columns: string) =>
    db.execute(
      sql.raw(`insert into cad_items (id, tree_id, parent_id, sibling_index, last_id, child_count, object_count, name, path,
      batch_id, tags, external_tags, box, metadata, labels, details) select ${columns}`),
    );
  const rest = `'["P-1"]', '[]'`;
  const end = `'{}', '', ''`;
  await insert(`1, (select max(id) from cad_trees), null, 0, ${all}, ${units}, 1, 'Plant', 'Plant', null, ${rest},
    array[${at('0', '0')}, 400, 400, 50]::float8[], ${end}`);
  await insert(`2 + u * 1001, (select max(id) from cad_trees), 1, u, 2 + u * 1001 + 1000, 1000, 1, 'Unit ' || u, 'Plant/Unit ' || u, null, ${rest},
    array[${at('0', '0')}, 400, 400, 50]::float8[], ${end} from generate_series(0, ${units - 1}) u`);
  await insert(`3 + u * 1001 + p, (select max(id) from cad_trees), 2 + u * 1001, p, 3 + u * 1001 + p, 0, 1, 'Item ' || p, 'Plant/Unit ' || u || '/Item ' || p,
    u * 1000 + p, ${rest}, array[${at('(p % 100) * 3 - 150', '(u % 100) * 3 - 150')}, 1, 1, 1]::float8[], ${end}
    from generate_series(0, ${units - 1}) u, generate_series(0, 999) p`);
  await db.execute(sql`analyze cad_items`);
}
