import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { captures, pointclouds } from '@overlook/db/schema';
import { llaFromUtm } from '@overlook/shared/maths/testing';
import { openPointStore } from '../../../pointclouds/store/open-store.ts';
import { importSite, type ImportRequest } from '../../import/import-site.ts';
import { aFolder, aPnts, aRoot, aTileset } from '../../testing/made-tiles.ts';
import { importStores } from '../../testing/import-stores.ts';

const stores = importStores();

type Place = readonly [x: number, y: number, z: number];
const [EAST, NORTH] = [690_000, 5_335_000];

/** A floor of points each 20 cm, metres from the corner of the site; `z` at each. */
function floor(from: number, to: number, z: (x: number, y: number) => number): Place[] {
  const places: Place[] = [];
  for (let i = from * 5; i < to * 5; i++)
    for (let j = from * 5; j < to * 5; j++) places.push([i / 5, j / 5, z(i / 5, j / 5)]);
  return places;
}
const ground = (x: number, y: number) => 100 + (Math.round(x * 50 + y * 35) % 13) / 100;
const WHOLE = floor(0, 40, ground);
/** A square of 10 × 10 m of it, a metre higher. */
const RAISED = floor(10, 20, (x, y) => ground(x, y) + 1);

const asText = (places: readonly (readonly number[])[]) =>
  `${places.length}\n${places.map((place) => place.join(' ')).join('\n')}\n`;
const utm = (places: readonly Place[]) => places.map(([x, y, z]) => [EAST + x, NORTH + y, z]);

/** Publishes a cloud, or a part of one. */
async function publish(captured: string, places: readonly (readonly number[])[], more: Partial<ImportRequest> = {}) {
  const points = path.join(stores.sourcesDir, `${captured}.pts`);
  writeFileSync(points, asText(places));
  const request = {
    slug: 'a',
    layers: { points },
    crs: 'EPSG:25832',
    altitudes: 'ellipsoidal',
    captured,
    ...more,
  } as const;
  const { layers, warnings } = await importSite({ db: stores.db, filesDir: stores.filesDir }, request);
  return { captureId: layers[0]!.captureId, facts: layers[0]!.facts, warnings };
}
const addPart = (captured: string, places: readonly (readonly number[])[], more: Partial<ImportRequest> = {}) =>
  publish(captured, places, { part: true, ...more });

/** The exact points of a capture, sorted: metres from the corner of the site, to the step of 0.1 mm. */
async function pointsOf({ captureId }: { captureId: number }): Promise<string[]> {
  const [row] = await stores.db.select().from(pointclouds).where(eq(pointclouds.captureId, captureId));
  const store = await openPointStore(path.join(stores.filesDir, row!.filepath));
  try {
    const { scale, offset } = store.description;
    return store.nodes
      .flatMap((node) => {
        const { x, y, z } = store.readNode(node);
        return Array.from({ length: node.points }, (_, i) =>
          [x[i]! * scale[0] + offset[0] - EAST, y[i]! * scale[1] + offset[1] - NORTH, z[i]! * scale[2] + offset[2]]
            .map((value) => value.toFixed(3))
            .join(' '),
        );
      })
      .sort();
  } finally {
    store.close();
  }
}
const texts = (places: readonly Place[]) =>
  places.map((place) => place.map((value) => value.toFixed(3)).join(' ')).sort();

describe('a part of a point cloud', () => {
  it('replaces only its own region', async () => {
    const whole = await publish('2026-03-14', utm(WHOLE));
    const part = await addPart('2026-09-26', utm(RAISED));
    const all = await pointsOf(part);
    const old = new Set(texts(WHOLE));
    const kept = all.filter((place) => old.has(place));
    const added = new Set(texts(RAISED));
    expect(all.filter((place) => added.has(place))).toHaveLength(RAISED.length);
    expect(kept.length + RAISED.length).toBe(all.length);
    // The square, and up to a cell around it.
    const isReplaced = ([x, y]: Place) => x >= 10 && x < 20 && y >= 10 && y < 20;
    const replaced = WHOLE.length - kept.length;
    const square = new Set(texts(WHOLE.filter(isReplaced)));
    expect(kept.some((place) => square.has(place))).toBe(false);
    expect(replaced).toBeGreaterThanOrEqual(WHOLE.filter(isReplaced).length);
    expect(replaced).toBeLessThan(WHOLE.length * 0.09);
    const number = new Intl.NumberFormat('en-GB');
    expect(part.warnings).toContain(
      `Of the capture of 2026-03-14 ${number.format(kept.length)} points were kept and ${number.format(replaced)} replaced; 2,500 were added.`,
    );
    // The earlier one is as it was.
    expect(await pointsOf(whole)).toEqual(texts(WHOLE));
  });

  it('replaces a box that is given, of which its own points are taken alone', async () => {
    await publish('2026-03-14', utm(WHOLE));
    const corner = (x: number, y: number) => {
      const { longitude, latitude } = llaFromUtm({ zone: 32, hemisphere: 'N', easting: EAST + x, northing: NORTH + y });
      return [longitude, latitude] as [number, number];
    };
    const within = [corner(9.9, 9.9), corner(19.9, 9.9), corner(19.9, 15.1), corner(9.9, 15.1)];
    const part = await addPart('2026-09-26', utm(RAISED), { within });
    const isIn = ([x, y]: Place) => x >= 10 && x < 20 && y >= 10 && y <= 15;
    expect(await pointsOf(part)).toEqual(texts([...WHOLE.filter((one) => !isIn(one)), ...RAISED.filter(isIn)]));
    const beside = [corner(30, 30), corner(35, 35)];
    await expect(addPart('2026-10-01', utm(RAISED), { within: beside })).rejects.toThrow(
      '2026-10-01.pts: has no point in the region of --within.',
    );
  });

  it('is of the capture of the date that is named', async () => {
    const whole = await publish('2026-03-14', utm(WHOLE));
    await publish('2026-06-01', utm(RAISED));
    const part = await addPart('2026-09-26', utm(RAISED), { onto: '2026-03-14' });
    expect((await pointsOf(part)).length).toBeGreaterThan((await pointsOf(whole)).length * 0.95);
    await expect(addPart('2026-10-01', utm(RAISED), { onto: '2025' })).rejects.toThrow(
      'has no capture of its points layer of 2025. It has those of 2026-09-26, 2026-06-01, 2026-03-14; say one of them with --onto.',
    );
  });

  it('in another system is brought into that of the capture', async () => {
    await publish('2026-03-14', utm(WHOLE));
    const part = await addPart('2026-09-26', utm(RAISED), { crs: 'EPSG:32632' });
    expect(part.warnings).toContainEqual(
      expect.stringMatching(/is not the system of the capture, so every point of the part was projected to ETRS89/),
    );
    const all = new Set(await pointsOf(part));
    expect(texts(RAISED).filter((place) => !all.has(place))).toEqual([]);
  });

  it('is refused where it cannot be one, with the reason', async () => {
    await expect(addPart('2026-03-14', utm(RAISED))).rejects.toThrow(
      'The site has no point cloud that this could be a part of.',
    );
    await publish('2026-03-14', utm(WHOLE));
    const far = utm(RAISED.map(([x, y, z]) => [x + 500, y, z]));
    await expect(addPart('2026-09-26', far)).rejects.toThrow(
      /^2026-09-26\.pts: lies 471 m beside the capture of 2026-03-14, of which it would be a part\./,
    );
    await expect(
      addPart('2026-09-26', utm(RAISED), {
        crs: undefined,
        at: { longitude: 11, latitude: 48, height: 0 },
        replacePosition: true,
      }),
    ).rejects.toThrow(
      'has another place than the capture that it is a part of, which is in ETRS89 / UTM zone 32N (EPSG:25832).',
    );
    await expect(addPart('2026-09-26', utm(RAISED), { part: false, onto: '2026' })).rejects.toThrow(
      '--onto and --within',
    );
    await stores.db.update(captures).set({ placement: {} as never });
    await expect(addPart('2026-09-26', utm(RAISED))).rejects.toThrow('was moved by hand');
    expect(await stores.db.select().from(captures)).toHaveLength(1);
  });

  it('is refused onto tiles, and as tiles', async () => {
    const points = await aFolder({
      'tileset.json': aTileset(aRoot({ content: { uri: 'a.pnts' } })),
      'a.pnts': aPnts(),
    });
    await importSite(
      { db: stores.db, filesDir: stores.filesDir },
      { slug: 'a', layers: { points }, captured: '2026-03-14' },
    );
    await expect(addPart('2026-09-26', utm(RAISED))).rejects.toThrow('came as tiles, without exact points');
    await expect(
      importSite(
        { db: stores.db, filesDir: stores.filesDir },
        { slug: 'a', layers: { points }, captured: '2026-09-26', part: true },
      ),
    ).rejects.toThrow('a part is of points, not of tiles');
  });
});
