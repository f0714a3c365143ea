import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { khronosErrors } from '../testing/khronos-errors.ts';
import { validateTileset } from '../testing/strict/validate-tileset.ts';
import { hasSample, sample } from '../testing/sample-data.ts';
import { boxOf, readTiles } from '../testing/read-tiles.ts';
import { AT, cadImports } from '../testing/cad-imports.ts';

const cad = cadImports();
const { published, run, storedItems } = cad;

const HULDRA = '../cad/huldra/huldra-wd1-psup.glb';
const DUPLEX = ['Duplex_A_20110907.ifc', 'Duplex_Electrical_20121207.ifc'].map((name) => sample(`../ifc/${name}`));
const UTM = '../ifc/geographic-referencing-utm.ifc';

describe.skipIf(!hasSample(HULDRA))('the Huldra weather deck (sample data)', () => {
  it('has all its containers, attributes and tags, and a tileset that passes the strict validation', async () => {
    const { layers } = await run(sample(HULDRA));
    expect(layers[0]!.tree).toMatchObject({ items: 4084, objects: 2185, levels: 6 });
    expect(await validateTileset(await published())).toEqual([]);
    expect(await khronosErrors(await published())).toEqual([]);
    const rows = await storedItems();
    expect(rows.filter(({ tags }) => tags.length > 0)).toHaveLength(609);
    const zone = rows.find(({ name }) => name === '/PS/WD1/0001')!;
    expect(zone.metadata).toMatchObject({ Attributes: { RefNo: '=41397/13', Area: 'WD1', Tag: 'PS/WD1/0001' } });
    expect(zone.tags).toEqual(['PS/WD1/0001']);
    const levels = new Map<number, number>();
    const level = new Map<number, number>();
    for (const { id, parentId } of rows) {
      level.set(id, parentId === null ? 1 : level.get(parentId)! + 1);
      levels.set(level.get(id)!, (levels.get(level.get(id)!) ?? 0) + 1);
    }
    expect([...levels.values()]).toEqual([1, 103, 554, 1247, 2176, 3]);
    const tiles = await readTiles(await published());
    const leaves = tiles.filter(({ isLeaf }) => isLeaf);
    const ids = leaves.flatMap(({ vertices }) => [...vertices.keys()]);
    expect(ids.length).toBe(2185);
    expect(new Set(ids)).toEqual(new Set(rows.flatMap(({ batchId }) => batchId ?? [])));
    // The box that the source states, about its origin, within a millimetre.
    const [low, high] = boxOf(
      leaves.flatMap(({ vertices }) => [...vertices.values()].flat()),
      2,
    );
    expect([low, high]).toEqual([
      [-10.73, -11.3, 0],
      [10.79, 11.3, 3.95],
    ]);
    // Without simplification only degenerate triangles are lost.
    const triangles = leaves.reduce((sum, tile) => sum + tile.triangles, 0);
    expect(triangles).toBeLessThanOrEqual(91_048);
    expect(triangles).toBeGreaterThan(91_048 * 0.99);
  });
});
describe.skipIf(!hasSample(UTM))('IFC models (sample data)', () => {
  it('of one building are one layer, each of its elements once, over one another', async () => {
    const { layers } = await cad.place.run({ slug: 'a', at: AT, layers: { cad: DUPLEX } });
    // 295 and 109 products less 50 openings, two projects and two groups with the names of the files.
    expect(layers[0]!.tree).toMatchObject({ items: 295 - 50 + 109 + 4 });
    expect(await validateTileset(await published())).toEqual([]);
    expect(await khronosErrors(await published())).toEqual([]);
    const rows = await storedItems();
    expect(rows.filter(({ parentId }) => parentId === null).map(({ name }) => name)).toEqual([
      'Duplex_A_20110907',
      'Duplex_Electrical_20121207',
    ]);
    const tiles = (await readTiles(await published())).filter(({ isLeaf }) => isLeaf);
    const ids = tiles.flatMap(({ vertices }) => [...vertices.keys()]);
    expect(new Set(ids)).toEqual(new Set(rows.flatMap(({ batchId }) => batchId ?? [])));
    const [architecture, electrical] = rows
      .filter(({ parentId }) => parentId === null)
      .map(({ id, lastId }) => {
        const within = new Set(rows.filter((row) => row.id >= id && row.id <= lastId).map(({ batchId }) => batchId));
        return boxOf(
          tiles.flatMap(({ vertices }) => [...vertices].flatMap(([key, at]) => (within.has(key) ? at : []))),
          1,
        );
      });
    for (const axis of [0, 1, 2]) {
      expect(electrical![0][axis]!).toBeGreaterThan(architecture![0][axis]! - 0.5);
      expect(electrical![1][axis]!).toBeLessThan(architecture![1][axis]! + 0.5);
    }
  });

  it('with a map conversion are placed by it', async () => {
    const { ground } = await run(sample(UTM), { at: undefined });
    // The position of its IfcSite in degrees, minutes and seconds.
    expect(ground.latitude).toBeCloseTo(49 + 5 / 60 + 43.9837 / 3600, 5);
    expect(ground.longitude).toBeCloseTo(8 + 26 / 60 + 1.2473 / 3600, 5);
    // Its height of 113.7 m is above the sea, which lies 48.15 m above the ellipsoid there (EGM96).
    expect(ground.height).toBeCloseTo(113.7 + 48.15, 1);
    await expect(run(sample(UTM), { replace: true })).rejects.toThrow(
      'has a position of its own. Omit --at, or add --replace-position to move it.',
    );
    const moved = await run(sample(UTM), { replace: true, replacePosition: true });
    expect(moved.ground).toMatchObject({ longitude: AT.longitude, latitude: AT.latitude });
  });

  it('without a shape are refused', async () => {
    const text = await readFile(sample(UTM), 'utf8');
    const file = path.join(cad.folder, 'bare.ifc');
    await writeFile(file, text.replace('#5037,$,$);', '$,$,$);'));
    await expect(run(file, { at: undefined })).rejects.toThrow('bare.ifc: has no shape that can be shown.');
  });
});
