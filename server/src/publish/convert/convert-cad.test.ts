import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { Document, NodeIO } from '@gltf-transform/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cadItems, models, sites } from '@overlook/db/schema';
import { type ImportProgress } from '../import/import-site.ts';
import { parseGlb } from '../formats/glb.ts';
import { khronosErrors } from '../testing/khronos-errors.ts';
import { validateTileset } from '../testing/strict/validate-tileset.ts';
import { sweepImports } from '../register/sweep-imports.ts';
import { aGlbFile, aGltf } from './gltf/testing/made-gltf.ts';
import { type MadeObject, aModelFile } from '../testing/made-model.ts';
import { boxOf, readTiles } from '../testing/read-tiles.ts';
import { cadImports } from '../testing/cad-imports.ts';

/** Each takes a second. */
const MADE_MODELS = Number(process.env['MADE_MODELS'] ?? 2);

const cad = cadImports();
const { published, run, storedItems } = cad;

const PLANT: MadeObject[] = [
  {
    name: 'Unit 100',
    extras: { Discipline: 'Piping' },
    children: [
      {
        name: 'P-101',
        at: [10, 20, 1],
        size: [2, 4, 2],
        colour: [1, 0, 0, 1],
        extras: { tag: 'P-101', GUID: 'g-1', Design: { Flow: 12.5, Spare: true, Codes: ['a', 'b'] } },
      },
      { name: 'Window', at: [30, 20, 1], size: [1, 0.1, 1], colour: [0.2, 0.4, 1, 0.25] },
    ],
  },
];

describe('a glTF model', () => {
  it('becomes a tree with properties, tags and boxes', async () => {
    const { layers, warnings } = await run(await aModelFile(cad.folder, 'plant', PLANT));
    expect(warnings).toEqual([]);
    expect(layers[0]!.tree).toMatchObject({ items: 3, objects: 2, levels: 2 });
    const [unit, pump, window] = await storedItems();
    expect(unit).toMatchObject({
      name: 'Unit 100',
      batchId: null,
      metadata: { Properties: { Discipline: 'Piping' } },
    });
    expect(pump).toMatchObject({ path: 'Unit 100/P-101', tags: ['P-101'], guid: 'g-1', batchId: 1 });
    expect(pump!.metadata).toEqual({
      Properties: { tag: 'P-101', GUID: 'g-1' },
      Design: { Flow: '12.5', Spare: 'true', Codes: 'a, b' },
    });
    expect(window).toMatchObject({ name: 'Window', batchId: 2 });
  });

  it('is published with vertices where they were, in colours that are seen through where they were', async () => {
    await run(await aModelFile(cad.folder, 'plant', PLANT));
    expect(await validateTileset(await published())).toEqual([]);
    expect(await khronosErrors(await published())).toEqual([]);
    const [tile] = await readTiles(await published());
    expect(boxOf(tile!.vertices.get(1)!)).toEqual(around([10, 20, 1], [2, 4, 2]));
    expect(boxOf(tile!.vertices.get(2)!)).toEqual(around([30, 20, 1], [1, 0.1, 1]));
    const { materials } = await tileJson('tiles/0.glb');
    expect(materials.map(({ alphaMode }) => alphaMode ?? 'OPAQUE')).toEqual(['OPAQUE', 'BLEND']);
  });

  it('keeps meshes that occur often and have many triangles as instances', async () => {
    const { layers } = await run(await ringFile());
    expect(layers[0]!.tree).toMatchObject({ items: 41, objects: 40 });
    expect(await validateTileset(await published())).toEqual([]);
    expect(await khronosErrors(await published())).toEqual([]);
    const tiles = await readTiles(await published());
    const leaves = tiles.filter(({ isLeaf }) => isLeaf);
    expect(leaves.reduce((sum, { instances }) => sum + instances, 0)).toBe(40);
    for (const { vertices } of leaves)
      for (const [id, positions] of vertices) {
        const [low, high] = boxOf(positions, 1);
        expect([low, high]).toEqual(boxOf([id * 3 - 1, -1, -0.3, id * 3 + 1, 1, 0.3], 1));
      }
  });

  it('agrees with tree and database on every id, for any tree', async () => {
    const box = fc.record({
      at: fc.tuple(...([0, 1, 2].map(() => fc.integer({ min: -500, max: 500 })) as [Coord, Coord, Coord])),
      size: fc.tuple(
        ...([0, 1, 2].map(() => fc.integer({ min: 1, max: 20 }).map((half) => 2 * half)) as [Coord, Coord, Coord]),
      ),
    });
    const { node } = fc.letrec<{ node: MadeObject }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.tuple(fc.string({ unit: 'binary' }), box).map(([name, placed]) => ({ name, ...placed })),
        fc.tuple(fc.string(), fc.array(tie('node'), { maxLength: 4 })).map(([name, children]) => ({ name, children })),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(fc.array(node, { minLength: 1, maxLength: 5 }), async (objects) => {
        await cad.place.db.delete(sites);
        const expected = boxesOf(objects);
        fc.pre(expected.length > 0);
        await run(await aModelFile(cad.folder, 'made', objects));
        const stored = (await storedItems()).filter(({ batchId }) => batchId !== null);
        const [tile] = await readTiles(await published());
        expect(new Set(tile!.vertices.keys())).toEqual(new Set(stored.map(({ batchId }) => batchId)));
        // Objects are in the order of the tree, with their boxes.
        expect(stored.map(({ batchId }) => boxOf(tile!.vertices.get(batchId!)!, 0))).toEqual(expected);
      }),
      { numRuns: MADE_MODELS },
    );
  });
});

describe('a model with more than a tile can hold', () => {
  it('is divided in space, with coarse tiles that replace the tiles below', async () => {
    await run(await manyPartsFile(4000));
    expect(await validateTileset(await published())).toEqual([]);
    const tiles = await readTiles(await published());
    const leaves = tiles.filter(({ isLeaf }) => isLeaf);
    const coarse = tiles.filter(({ isLeaf }) => !isLeaf);
    expect(coarse.length).toBeGreaterThan(0);
    expect(leaves.reduce((sum, { triangles }) => sum + triangles, 0)).toBe(4000 * 12);
    for (const { triangles } of leaves) expect(triangles).toBeLessThanOrEqual(40_000);
    for (const { triangles, geometricError } of coarse) {
      expect(triangles).toBeLessThanOrEqual(40_000);
      expect(geometricError).toBeGreaterThan(0);
    }
    // Each object in one leaf, and no vertex of a coarse tile further from its object than the tile's error.
    const whole = new Map(leaves.flatMap(({ vertices }) => [...vertices]));
    expect(whole.size).toBe(4000);
    for (const { vertices, geometricError } of coarse)
      for (const [id, positions] of vertices) {
        const [low, high] = boxOf(whole.get(id)!);
        positions.forEach((value, i) => {
          expect(value).toBeGreaterThan(low[i % 3]! - geometricError);
          expect(value).toBeLessThan(high[i % 3]! + geometricError);
        });
      }
  });
});

it('one damaged part is left out of a model, and named', async () => {
  const positions = [0, 0, NaN, 1, 0, 0, 0, 1, 0];
  const { warnings, layers } = await run(await aGlbFile(aGltf([{ name: 'Good' }, { name: 'Bad', positions }])));
  expect(warnings).toEqual(['made.glb: One shape with coordinates that are no numbers is left out: Bad.']);
  expect(layers[0]!.tree).toMatchObject({ items: 3, objects: 1 });
});

describe('several models', () => {
  it('of a folder are one layer, each below a group of its name', async () => {
    await aModelFile(cad.folder, 'b pipes', [{ name: 'Pipe', at: [0, 0, 0], size: [1, 1, 1] }]);
    await aModelFile(cad.folder, 'a steel', [{ name: 'Beam', at: [5, 0, 0], size: [1, 1, 1] }]);
    await run(cad.folder);
    const rows = await storedItems();
    expect(rows.map(({ path, batchId }) => [path, batchId])).toEqual([
      ['a steel', null],
      ['a steel/Beam', 1],
      ['b pipes', null],
      ['b pipes/Pipe', 3],
    ]);
  });
});

describe('a conversion that cannot be', () => {
  const nothingStays = async () => {
    expect(await cad.place.db.$count(models)).toBe(0);
    expect(await cad.place.db.$count(cadItems)).toBe(0);
    expect(existsSync(path.join(cad.place.filesDir, 'converting'))).toBe(false);
  };

  it.each([
    ['an empty file', Buffer.alloc(0), 'is empty (0 bytes)'],
    [
      'no glTF',
      Buffer.from('hello, this is not a model at all'),
      'is no glTF 2.0: it begins neither like a binary file nor like JSON.',
    ],
  ])('%s', async (_, bytes, reason) => {
    const file = path.join(cad.folder, 'model.glb');
    await writeFile(file, bytes);
    await expect(run(file)).rejects.toThrow(new RegExp(`^model\\.glb: ${escaped(reason)}`));
    await nothingStays();
  });

  it('a file that is cut off', async () => {
    const file = await aModelFile(cad.folder, 'plant', PLANT);
    await writeFile(file, (await readFile(file)).subarray(0, 700));
    await expect(run(file)).rejects.toThrow(
      /^plant\.glb, byte 8: is cut off: its header says \d+ bytes, there are 700\.$/,
    );
    await nothingStays();
  });

  it('a model without a shape', async () => {
    const file = await aModelFile(cad.folder, 'plant', [{ name: 'Nothing' }, { name: 'At all' }]);
    await expect(run(file)).rejects.toThrow('plant.glb: has no shape that can be shown.');
    await nothingStays();
  });

  it('a model whose shapes are all damaged: the refusal gives the reason', async () => {
    const made = aGltf([{ name: 'Pump', indices: [0, 1, 3] }]);
    const file = await aGlbFile(made);
    await expect(run(file)).rejects.toThrow(
      'made.glb: has no shape that can be shown. One shape with an index beyond the vertices is left out: Pump.',
    );
    await nothingStays();
  });

  it('a model that is nested too deep: the refusal names its item, not the file made of it', async () => {
    const levels = 300;
    const { json, bin } = aGltf([{ name: 'Pump' }]);
    json['nodes'] = Array.from({ length: levels }, (_, i) => ({
      name: `Level ${i}`,
      ...(i < levels - 1 ? { children: [i + 1] } : { mesh: 0 }),
    }));
    await expect(run(await aGlbFile({ json, bin }))).rejects.toThrow(
      /^made\.glb, item “Level \d+”: is more than 256 levels deep\.$/,
    );
    await nothingStays();
  });

  it.each([
    ['nowhere.glb', 'does not exist.'],
    ['folder.glb', 'is not a file.'],
  ])('a path that leads to no file: %s', async (name, reason) => {
    await mkdir(path.join(cad.folder, 'folder.glb'));
    await expect(run(path.join(cad.folder, name))).rejects.toThrow(`${name}: ${reason}`);
    await nothingStays();
  });

  it('a model without a place', async () => {
    const file = await aModelFile(cad.folder, 'plant', PLANT);
    await expect(run(file, { at: undefined })).rejects.toThrow(
      'plant.glb: has no position on the earth. Give its position with --at longitude,latitude,height[,heading], or for IFC the system of its map with --crs EPSG:n.',
    );
    await nothingStays();
  });

  it('one that needs more memory than it may take', async () => {
    const file = await manyPartsFile(3000);
    await expect(run(file, {}, { convertMemoryMb: 64 })).rejects.toThrow(
      /many-parts\.glb: needs more than 64 MB of memory to be converted/,
    );
    await nothingStays();
  });

  it('an aborted one', async () => {
    const controller = new AbortController();
    const onProgress = ({ phase }: ImportProgress) => phase === 'converting' && controller.abort(new Error('enough'));
    const file = await manyPartsFile(600);
    await expect(run(file, {}, { signal: controller.signal, onProgress })).rejects.toThrow('enough');
    await nothingStays();
  });

  it('one whose process was killed: the next import removes its remains', async () => {
    const left = path.join(cad.place.filesDir, 'converting', 'x');
    await mkdir(left, { recursive: true });
    await writeFile(`${left}.owner`, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), startedAt: Date.now() }));
    await sweepImports({ db: cad.place.db, filesDir: cad.place.filesDir });
    await nothingStays();
  });
});

type Coord = fc.Arbitrary<number>;

function around(at: readonly number[], size: readonly number[], decimals = 3): [number[], number[]] {
  const corner = (side: number) =>
    [0, 1, 2].map((axis) => Number((at[axis]! + (side * size[axis]!) / 2).toFixed(decimals)));
  return [corner(-1), corner(1)];
}

/** The boxes of a made tree in its order, in metres. */
const boxesOf = (objects: readonly MadeObject[]): [number[], number[]][] =>
  objects.flatMap(({ at, size, children }) => (size ? [around(at!, size, 0)] : boxesOf(children ?? [])));

async function tileJson(uri: string): Promise<{ materials: { alphaMode?: string }[] }> {
  return parseGlb(await readFile(path.join(await published(), uri))).json.value as never;
}

/** This many boxes of a metre on a field, a few large ones among them. */
function manyPartsFile(count: number): Promise<string> {
  const objects = Array.from({ length: count }, (_, i): MadeObject => {
    const side = i % 500 === 0 ? 20 : 1;
    return { name: `Box ${i}`, at: [(i % 80) * 3, Math.floor(i / 80) * 3, (i % 7) * 2], size: [side, side, side] };
  });
  return aModelFile(cad.folder, 'many-parts', [{ name: 'Field', children: objects }]);
}

/** Forty rings of 768 triangles, three metres apart. */
async function ringFile(): Promise<string> {
  const document = new Document();
  const buffer = document.createBuffer();
  const [around, across] = [32, 12];
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < around; i++)
    for (let k = 0; k < across; k++) {
      const [a, b] = [(2 * Math.PI * i) / around, (2 * Math.PI * k) / across];
      const radius = 0.7 + 0.3 * Math.cos(b);
      positions.push(radius * Math.cos(a), 0.3 * Math.sin(b), -radius * Math.sin(a));
      const at = (u: number, v: number) => ((i + u) % around) * across + ((k + v) % across);
      indices.push(at(0, 0), at(1, 0), at(1, 1), at(0, 0), at(1, 1), at(0, 1));
    }
  const floats = Float32Array.from(positions);
  const mesh = document.createMesh('Ring').addPrimitive(
    document
      .createPrimitive()
      .setAttribute('POSITION', document.createAccessor().setType('VEC3').setArray(floats).setBuffer(buffer))
      .setIndices(document.createAccessor().setType('SCALAR').setArray(Uint16Array.from(indices)).setBuffer(buffer)),
  );
  const row = document.createNode('Row');
  for (let i = 1; i <= 40; i++)
    row.addChild(
      document
        .createNode(`Ring ${i}`)
        .setMesh(mesh)
        .setTranslation([3 * i, 0, 0]),
    );
  document.createScene().addChild(row);
  const file = path.join(cad.folder, 'rings.glb');
  await writeFile(file, await new NodeIO().writeBinary(document));
  return file;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
