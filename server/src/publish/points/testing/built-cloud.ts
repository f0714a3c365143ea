import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RECORD_BYTES } from '../../../pointclouds/record.ts';
import { openPointStore } from '../../../pointclouds/store/open-store.ts';
import { packRecord } from '../../../pointclouds/store/node-columns.ts';
import type { StoreNode } from '../../../pointclouds/store/store-index.ts';
import { gltfPositions } from '../../contents/content-positions.ts';
import { loadGltf } from '../../contents/loaded-gltf.ts';
import { storedValues } from '../../formats/gltf-accessor.ts';
import { visitMeshes } from '../../formats/gltf.ts';
import { parseGlb } from '../../formats/glb.ts';
import { resolveUri, SourceFolder } from '../../../storage/source-folder.ts';
import { transformAll } from '../../contents/table-positions.ts';
import { type BuildCloudOptions, type BuiltCloud, buildCloud } from '../build/build-cloud.ts';
import { UTM_32 } from './utm-32.ts';
import { type MadeLas, type MadePoint, writeMadeLas } from './made-las.ts';

export const GRID = { scale: [0.001, 0.001, 0.001], offset: [500_000, 5_000_000, 100] } as const;

export interface MadeCloud {
  /** Integers of the grid. */
  readonly points: readonly Place[];
  /** The other fields of a point. */
  readonly fieldsAt?: (index: number, point: MadePoint) => void;
  readonly las?: Partial<MadeLas>;
  readonly options?: Partial<BuildCloudOptions>;
}

/** A cloud that was built in a folder of its own. */
export interface TestBuild extends BuiltCloud {
  readonly folder: string;
}

/** Writes the points as LAS, builds them and calls `look`; the folder is removed afterwards. */
export async function withBuilt<T>(made: MadeCloud, look: (built: TestBuild) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'overlook-build-'));
  try {
    const [file, outFolder, workFolder] = ['cloud.las', 'out', 'work'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(outFolder);
    await mkdir(workFolder);
    const pointAt = (index: number, point: MadePoint) => {
      [point.x, point.y, point.z] = made.points[index]!;
      made.fieldsAt?.(index, point);
    };
    await writeMadeLas(file, { points: made.points.length, ...GRID, pointAt, ...made.las });
    const rules = { frame: UTM_32, grid: GRID, reprojectedFrom: null };
    const files = [{ path: file, name: 'cloud.las' }];
    const built = await buildCloud({ files, rules, outFolder, workFolder, ...made.options });
    if ((await readdir(workFolder)).length > 0) throw new Error('The build left temporary files.');
    return await look({ ...built, folder: outFolder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A node of a store with its records. */
export interface StoredNode {
  readonly node: StoreNode;
  readonly records: Buffer;
}

/** All nodes of a built store in the order of its index. */
export async function storedNodes({ folder }: TestBuild): Promise<StoredNode[]> {
  const store = await openPointStore(path.join(folder, 'store'));
  try {
    return store.nodes.map((node) => {
      const columns = store.readNode(node);
      const words = new Int32Array((node.points * RECORD_BYTES) / 4);
      for (let point = 0; point < node.points; point++) packRecord(columns, point, words, point);
      return { node, records: Buffer.from(words.buffer) };
    });
  } finally {
    store.close();
  }
}

/** Integers of the grid. */
export type Place = readonly [number, number, number];

export const squareBetween = (a: Place, b: Place): number =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

/** Pairs of points of a level that are nearer than its nodes claim, over the borders of nodes too; a sentence each. */
export function spacingFaults(nodes: readonly StoredNode[]): string[] {
  const faults: string[] = [];
  for (const level of new Set(nodes.map(({ node }) => node.level))) {
    const inner = nodes.filter(({ node }) => node.level === level && node.spacing > 0);
    const places = inner.flatMap(({ records }) => placesOf(records)).sort((a, b) => a[0] - b[0]);
    const spacing = inner[0]?.node.spacing ?? 0;
    for (let i = 0; i < places.length; i++)
      for (let j = i + 1; j < places.length && places[j]![0] - places[i]![0] < spacing; j++)
        if (squareBetween(places[i]!, places[j]!) < spacing ** 2)
          faults.push(`level ${level}: ${places[i]!.join()} and ${places[j]!.join()} are nearer than ${spacing}`);
  }
  return faults;
}

/** X, Y, Z of each record. */
export function placesOf(records: Buffer): [number, number, number][] {
  return Array.from({ length: records.length / RECORD_BYTES }, (_, point) => {
    const at = point * RECORD_BYTES;
    return [records.readInt32LE(at), records.readInt32LE(at + 4), records.readInt32LE(at + 8)];
  });
}

/** A tile as a viewer understands it. */
export interface DecodedTile {
  /** Relative to the tileset. */
  readonly uri: string;
  /** Flat xyz in the tileset's frame. */
  readonly positions: Float64Array;
  /** Values of an attribute, padding left out; null where the tile has none. */
  attribute(name: string): ArrayLike<number> | null;
}

/** All tiles that the tilesets in a folder name, each once. */
export async function decodedTiles({ folder }: TestBuild): Promise<DecodedTile[]> {
  const source = new SourceFolder(path.join(folder, 'tiles'));
  const tiles: DecodedTile[] = [];
  const pending = ['tileset.json'];
  for (let uri = pending.pop(); uri; uri = pending.pop()) {
    const bytes = await readFile(path.join(folder, 'tiles', resolveUri('tileset.json', uri, '')));
    if (uri.endsWith('.json')) pending.push(...urisIn((JSON.parse(bytes.toString()) as { root: TileJson }).root));
    else tiles.push(await decoded(uri, bytes, source));
  }
  return tiles;
}

interface TileJson {
  content?: { uri: string };
  children?: TileJson[];
}

const urisIn = ({ content, children = [] }: TileJson): string[] => [
  ...(content ? [content.uri] : []),
  ...children.flatMap(urisIn),
];

async function decoded(uri: string, bytes: Uint8Array, folder: SourceFolder): Promise<DecodedTile> {
  const loaded = await loadGltf(parseGlb(bytes), { folder, filePath: uri });
  const { batches, unread } = gltfPositions(loaded, 'Y');
  if (unread.length > 0) throw new Error(`${uri} has meshes that cannot be read.`);
  const accessors = new Map<string, number[]>();
  visitMeshes(loaded.gltf, ([primitive]) => {
    for (const [name, accessor] of Object.entries(primitive!.attributes))
      accessors.set(name, [...(accessors.get(name) ?? []), accessor]);
  });
  return {
    uri,
    positions: Float64Array.from(
      batches.flatMap(({ positions, toTile }) => [...transformAll(positions.slice(), toTile)]),
    ),
    attribute: (name) => {
      const values = (accessor: number) => [...storedValues(loaded.data, loaded.gltf.accessors[accessor]!)!];
      return accessors.get(name)?.flatMap(values) ?? null;
    },
  };
}
