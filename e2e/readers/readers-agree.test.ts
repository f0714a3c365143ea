/**
 * The importer and the viewer read the same bytes: the importer accepts what the viewer draws, except for the cases
 * listed here.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectContent } from '@overlook/server/publish/check/content-facts';
import { parseTileContent } from '@overlook/server/publish/formats/tile-content';
import { SourceFolder } from '@overlook/server/storage/source-folder';
import { aB3dm, aCmpt, aGlb, aGlbOf, aPnts, aTriangle } from '@overlook/server/publish/testing/made-tiles';
import { makeTile, type Tables, u32 } from '@overlook/engine/testing/make-files';
import { parseContent } from '@overlook/engine/parse-content';
import { contextFor } from '@overlook/engine/testing/node-platform';
import { SAMPLE_DATA } from '../fixtures/server.ts';

const TILES = path.join(SAMPLE_DATA, 'tiles');
/** Cases of each property: more of them on demand. */
const RUNS = Number(process.env['READERS_RUNS'] ?? 1500);

/** The error of a reader for a content of a file; null when it accepts the content. */
type Verdict = string | null;

async function verdictOf(read: () => Promise<unknown>): Promise<Verdict> {
  try {
    await read();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const importerOn = (bytes: Uint8Array, file: string): Promise<Verdict> =>
  verdictOf(async () => {
    const content = parseTileContent(bytes);
    const source = { folder: new SourceFolder(path.dirname(file)), filePath: path.basename(file) };
    if (content.kind !== 'tileset') await inspectContent(content, source, 'Y');
  });

const inViewer = (bytes: Uint8Array, file: string) =>
  parseContent(Uint8Array.from(bytes), contextFor(pathToFileURL(file).href));

const viewerOn = (bytes: Uint8Array, file: string): Promise<Verdict> => verdictOf(() => inViewer(bytes, file));

/**
 * Whether the viewer shows anything of a content. The importer may refuse a content that the viewer reads but shows
 * nothing of.
 */
const isDrawn = (bytes: Uint8Array, file: string): Promise<boolean> =>
  inViewer(bytes, file).then(
    (parsed) => parsed.type === 'content' && parsed.content.primitives.length > 0,
    () => false,
  );

/** The cases that the importer refuses although the viewer draws them. */
interface Stricter {
  /** The refusal. */
  readonly says: RegExp;
  readonly why: string;
  /** Changes of a valid document, each of which is such a case: the place, and the value that is written there. */
  readonly examples: readonly (readonly [path: readonly (string | number)[], value: unknown])[];
}

/**
 * All cases are wrong JSON of a glTF; for headers, tables and lengths that are read, both readers agree. A person who
 * imports such a file can have it written again; a person who looks at a published site cannot, so the viewer draws
 * what it can.
 */
const STRICTER: readonly Stricter[] = [
  {
    says: /^glTF\.(textures|images)\b/,
    why: 'The viewer leaves the picture out. Plans and exports read the document as a whole and would fail.',
    examples: [
      [['textures', 0, 'source'], 7],
      [['textures'], null],
      [['images', 0, 'bufferView'], 'x'],
    ],
  },
  {
    says: /^glTF\.(buffers|bufferViews)\b/,
    why: 'The viewer uses the bytes that it has. A wrong length often means that the file was cut off.',
    examples: [
      [['buffers', 0, 'byteLength'], 1e9],
      [['buffers', 0], 'x'],
    ],
  },
  {
    says: /^glTF\.(accessors|meshes|nodes|scenes?|extensions)\b/,
    why: 'Parts that nothing draws, and values that JavaScript reads as a number or as absent, such as [0] or null.',
    examples: [
      [['meshes', 0, 'primitives', 0, 'attributes', '_UNUSED'], 'x'],
      [['nodes', 0, 'mesh'], [0]],
      [['extensions'], null],
    ],
  },
];

describe('the importer accepts what the viewer draws', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'overlook-readers-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const agreesOn = async (bytes: Uint8Array): Promise<void> => {
    const file = path.join(folder, 'tile.bin');
    const refusal = await importerOn(bytes, file);
    if (refusal === null) expect(await viewerOn(bytes, file)).toBeNull();
    else if (!STRICTER.some(({ says }) => says.test(refusal)))
      expect([refusal, await isDrawn(bytes, file)]).toEqual([refusal, false]);
  };

  const examples = STRICTER.flatMap(({ says, examples: cases }) =>
    cases.map(([at, value]) => ({ name: `${at.join('.')} = ${JSON.stringify(value)}`, at, value, says })),
  );
  it.each(examples)('but for $name', async ({ at, value, says }) => {
    const { json, bin } = aTriangle({ batchIds: [0, 0, 1] });
    const gltf: Record<string | number, unknown> = structuredClone({ ...json, ...MORE });
    const file = path.join(folder, 'tile.bin');
    expect(await importerOn(aGlbOf(gltf, bin), file)).toBeNull();
    const owner = at.slice(0, -1).reduce((parent, key) => parent[key] as typeof gltf, gltf);
    owner[at.at(-1)!] = value;
    const bytes = aGlbOf(gltf, bin);
    expect([await importerOn(bytes, file), await isDrawn(bytes, file)]).toEqual([expect.stringMatching(says), true]);
  });

  it('of tiles with changed or missing bytes', async () => {
    const tiles = [
      aGlb(),
      aGlb({ batchIds: [0, 0, 1] }),
      aB3dm(),
      aB3dm({ featureTable: { BATCH_LENGTH: 1 } }),
      aPnts(),
      aCmpt(aB3dm(), aPnts()),
    ];
    const damage = fc.record({
      tile: fc.constantFrom(...tiles),
      changes: fc.array(fc.record({ at: fc.nat(), value: fc.integer({ min: 0, max: 255 }) }), { maxLength: 4 }),
      keptShare: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    });
    const damaged = fc.asyncProperty(damage, ({ tile, changes, keptShare }) => {
      const bytes = Buffer.from(tile);
      for (const { at, value } of changes) bytes[at % bytes.length] = value;
      return agreesOn(bytes.subarray(0, Math.round(keptShare * bytes.length)));
    });
    await fc.assert(damaged, { numRuns: RUNS });
  });

  it('of glTF with wrong values', async () => {
    const wrong = fc.record({
      parts: fc.subarray(Object.keys(MORE)),
      changes: fc.array(fc.record({ at: fc.nat(), value: fc.constantFrom(...WRONG) }), { minLength: 1, maxLength: 2 }),
    });
    const changed = fc.asyncProperty(wrong, ({ parts, changes }) => {
      const { json, bin } = aTriangle({ batchIds: [0, 0, 1] });
      const gltf = structuredClone({ ...json, ...Object.fromEntries(parts.map((part) => [part, MORE[part]])) });
      for (const { at, value } of changes) changeAt(gltf, at, value);
      return agreesOn(aGlbOf(gltf, bin));
    });
    await fc.assert(changed, { numRuns: RUNS });
  });

  it('of tables with wrong values', async () => {
    const wrong = fc.record({
      tile: fc.constantFrom(...TABLE_TILES),
      changes: fc.array(fc.record({ at: fc.nat(), value: fc.constantFrom(...WRONG) }), { minLength: 1, maxLength: 3 }),
    });
    const changed = fc.asyncProperty(wrong, ({ tile: { kind, tables, body, header }, changes }) => {
      const { feature, batch, ...binaries } = tables;
      const json = structuredClone({ feature: feature!, batch: batch! });
      for (const { at, value } of changes) changeAt(json, at, value);
      return agreesOn(makeTile(kind, { ...json, ...binaries }, body, header));
    });
    await fc.assert(changed, { numRuns: RUNS });
  });

  it.skipIf(!existsSync(TILES))('of every content of the sample data, which both accept', async () => {
    const names = await readdir(TILES, { recursive: true });
    const contents = names.filter((name) => /\.(b3dm|i3dm|pnts|cmpt|glb|gltf)$/.test(name));
    expect(contents.length).toBeGreaterThan(50);
    for (const name of contents) {
      const file = path.join(TILES, name);
      const bytes = await readFile(file);
      expect([name, await importerOn(bytes, file), await viewerOn(bytes, file)]).toEqual([name, null, null]);
    }
  });
});

/** Parts that a glTF may have in addition to its triangle. */
const MORE: Readonly<Record<string, unknown>> = {
  extensions: {
    EXT_structural_metadata: {
      schema: { classes: { pump: { properties: { mass: { type: 'SCALAR', componentType: 'FLOAT32' } } } } },
      propertyTables: [{ class: 'pump', count: 2, properties: { mass: { values: 0 } } }],
    },
  },
  materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
  textures: [{ source: 0 }],
  images: [{ bufferView: 0, mimeType: 'image/png' }, { uri: 'data:image/png;base64,AAAA' }],
  nodes: [
    {
      mesh: 0,
      translation: [1, 2, 3],
      extensions: {
        EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 0, SCALE: 0 } },
        EXT_instance_features: { featureIds: [{ featureCount: 3 }] },
      },
    },
  ],
};

const glb = aGlb({ batchIds: [0, 0, 1] });
/** Of two features each: all that the tables of a tile may say. */
const TABLE_TILES: readonly { kind: string; tables: Tables; body?: Uint8Array; header?: Uint8Array }[] = [
  {
    kind: 'b3dm',
    tables: {
      feature: { BATCH_LENGTH: 2, RTC_CENTER: [1, 2, 3] },
      batch: { name: ['a', 'b'], mass: { byteOffset: 0, componentType: 'DOUBLE', type: 'SCALAR' } },
      batchBinary: new Uint8Array(16),
    },
    body: glb,
  },
  {
    kind: 'i3dm',
    tables: {
      feature: {
        INSTANCES_LENGTH: 2,
        POSITION: { byteOffset: 0 },
        NORMAL_UP: { byteOffset: 24 },
        NORMAL_RIGHT_OCT32P: { byteOffset: 0 },
        NORMAL_RIGHT: { byteOffset: 0 },
        SCALE: { byteOffset: 40 },
        SCALE_NON_UNIFORM: { byteOffset: 8 },
        BATCH_ID: { byteOffset: 44, componentType: 'UNSIGNED_BYTE' },
      },
      featureBinary: new Uint8Array(48),
      batch: { at: { byteOffset: 0, componentType: 'FLOAT', type: 'VEC3' } },
      batchBinary: new Uint8Array(24),
    },
    body: glb,
    header: u32(1),
  },
  {
    kind: 'pnts',
    tables: {
      feature: {
        POINTS_LENGTH: 2,
        POSITION_QUANTIZED: { byteOffset: 0 },
        QUANTIZED_VOLUME_OFFSET: [0, 0, 0],
        QUANTIZED_VOLUME_SCALE: { byteOffset: 4 },
        RTC_CENTER: { byteOffset: 0 },
        RGB565: { byteOffset: 12 },
        NORMAL_OCT16P: { byteOffset: 12 },
        BATCH_ID: { byteOffset: 12 },
        BATCH_LENGTH: 2,
      },
      featureBinary: new Uint8Array(16),
      batch: { intensity: { byteOffset: 0, componentType: 'INT', type: 'SCALAR' } },
      batchBinary: new Uint8Array(8),
    },
  },
  {
    kind: 'pnts',
    tables: {
      feature: {
        POINTS_LENGTH: 2,
        POSITION: { byteOffset: 0 },
        RGB: { byteOffset: 0 },
        NORMAL: { byteOffset: 0 },
        CONSTANT_RGBA: [1, 2, 3, 4],
      },
      featureBinary: new Uint8Array(24),
      batch: { intensity: { byteOffset: 0, componentType: 'UNSIGNED_SHORT', type: 'SCALAR' } },
      batchBinary: new Uint8Array(4),
    },
  },
];

const WRONG = [0, 1, 2, 3, -1, 0.5, 7, 1e9, 4e9, 5121, 5126, '', 'x', 'VEC2', 'data:,', null, true, [], [0], [[0]], {}];

/** Replaces one of the values of a document, the `at`-th modulo their number. */
function changeAt(document: object, at: number, value: unknown): void {
  const members: [Record<string, unknown>, string][] = [];
  const pending: object[] = [document];
  for (let next = pending.pop(); next; next = pending.pop())
    for (const [key, member] of Object.entries(next)) {
      members.push([next as Record<string, unknown>, key]);
      if (typeof member === 'object' && member !== null) pending.push(member);
    }
  const [owner, key] = members[at % members.length]!;
  owner[key] = structuredClone(value);
}
