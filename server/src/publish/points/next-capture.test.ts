import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { captures, pointclouds } from '@overlook/db/schema';
import { importSite, type ImportRequest } from '../import/import-site.ts';
import { importStores } from '../testing/import-stores.ts';

const stores = importStores();

/** A floor of 40 × 40 m, a point each 20 cm, as PTS. */
function floor(more: readonly string[] = []): string {
  const lines: string[] = [];
  for (let i = 0; i < 200; i++)
    for (let j = 0; j < 200; j++) lines.push(`${690_000 + i / 5} ${5_335_000 + j / 5} ${100 + ((i * j) % 7) / 100}`);
  return `${lines.length + more.length}\n${[...lines, ...more].join('\n')}\n`;
}

/** Publishes a cloud as it was on a day. */
async function publish(captured: string, text: string, more: Partial<ImportRequest> = {}) {
  const points = path.join(stores.sourcesDir, `${captured}.pts`);
  writeFileSync(points, text);
  const request = {
    slug: 'a',
    layers: { points },
    crs: 'EPSG:25832',
    altitudes: 'ellipsoidal',
    captured,
    ...more,
  } as const;
  const { layers, warnings } = await importSite({ db: stores.db, filesDir: stores.filesDir }, request);
  const folder = path.dirname(path.join(stores.filesDir, layers[0]!.filepath.replace('/api/files/', '')));
  return { folder, warnings };
}

/** The inodes of the tiles in a folder, by name. */
const tilesIn = (folder: string) =>
  Object.fromEntries(
    (readdirSync(folder, { recursive: true }) as string[])
      .filter((name) => name.endsWith('.glb'))
      .map((name) => [name, statSync(path.join(folder, name)).ino]),
  );
const transformOf = (folder: string) =>
  (JSON.parse(readFileSync(path.join(folder, 'tileset.json'), 'utf8')) as { root: { transform: number[] } }).root
    .transform;

describe('a further capture of a point cloud', () => {
  it('has the frame and the cube of the one before, and shares the tiles that are equal', async () => {
    const first = await publish('2026-03-14', floor());
    const second = await publish('2026-09-26', floor(['690020.05 5335020.05 97']));
    expect(second.warnings).toEqual([]);
    expect(transformOf(second.folder)).toEqual(transformOf(first.folder));
    const [before, after] = [tilesIn(first.folder), tilesIn(second.folder)];
    const own = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(own.length).toBeLessThan(Object.keys(after).length);
    expect(own).toHaveLength(1);
    // By its content, in its own folder; the tileset names it beside the versions.
    expect(Object.keys(after).every((name) => /^objects\/../.test(name))).toBe(true);
    expect(readFileSync(path.join(second.folder, 'tileset.json'), 'utf8')).toContain(`"../${own[0]}"`);
  });

  it('shares tiles with a capture that is not the newest', async () => {
    const first = await publish('2026-03-14', floor());
    await publish('2026-06-01', floor().replaceAll('.0', '.1'));
    const third = await publish('2026-09-26', floor());
    expect(tilesIn(third.folder)).toEqual(tilesIn(first.folder));
  });

  it('is built anew where it has another coordinate system, and says so', async () => {
    await publish('2026-03-14', floor());
    const { warnings } = await publish('2026-09-26', floor(), { crs: 'EPSG:32632' });
    expect(warnings).toContainEqual(
      'Nothing is shared with the capture before, which has another coordinate system, ETRS89 / UTM zone 32N (EPSG:25832).',
    );
  });

  it('is built anew where the points of the one before cannot be read, and says so', async () => {
    await publish('2026-03-14', floor());
    const [row] = await stores.db.select().from(pointclouds);
    writeFileSync(path.join(stores.filesDir, row!.filepath, 'store.json'), '{}');
    const { warnings } = await publish('2026-09-26', floor());
    expect(warnings).toContainEqual(
      expect.stringContaining('whose exact points cannot be read: The point store is damaged'),
    );
    expect(await stores.db.select().from(captures).where(eq(captures.takenOn, '2026-09-26'))).toHaveLength(1);
  });
});
