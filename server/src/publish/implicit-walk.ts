import type { JsonNode } from './formats/json-node.ts';
import { type Availability, type SubtreeFile, parseSubtree, readAvailability } from './formats/subtree.ts';
import { inFile } from './import-refused.ts';
import { type SourceFolder, dataUriBytes, resolveUri } from './source-folder.ts';
import type { ContentReference, TileJson } from './tile-json.ts';

/** Nodes of one subtree that are looked at: 12 levels of a quadtree, 8 of an octree. */
const MAX_SUBTREE_NODES = 24_000_000;
const MAX_AVAILABLE_LEVELS = 32;

interface ImplicitTiling {
  /** 4 for a quadtree, 8 for an octree. */
  branching: 4 | 8;
  subtreeLevels: number;
  availableLevels: number;
  subtreesUri: JsonNode;
}
interface TileCoordinates {
  level: number;
  x: number;
  y: number;
  z: number;
}
/** A content of an implicit tile, and which one. */
export interface ImplicitContent extends ContentReference {
  at: TileCoordinates;
}
/** What an implicit tile stands for. */
export interface ImplicitTiles {
  tiles: number;
  subtrees: number;
  contents: ImplicitContent[];
}

/**
 * Expands an implicit tile: reads every subtree and lists the available tiles' contents (3D Tiles 1.1 §8). `filePath`
 * is the tileset that holds the tile. Throws `ImportRefused` for a bad subtree, `BadContent` for a bad tile.
 */
export async function walkImplicit(
  tile: TileJson,
  folder: SourceFolder,
  filePath: string,
  signal?: AbortSignal,
): Promise<ImplicitTiles> {
  const tiling = readTiling(tile.implicitTiling!);
  const found: ImplicitTiles = { tiles: 0, subtrees: 0, contents: [] };
  const pending: TileCoordinates[] = [{ level: 0, x: 0, y: 0, z: 0 }];
  for (let root = pending.pop(); root; root = pending.pop()) {
    signal?.throwIfAborted();
    const { place } = tiling.subtreesUri;
    const subtreePath = resolveUri(filePath, fillTemplate(tiling.subtreesUri.string(), root), place);
    const bytes = await folder.read(subtreePath, place);
    const at = root;
    await inFile(subtreePath, async () => {
      const subtree = parseSubtree(bytes);
      const buffers = await readBuffers(subtree, folder, subtreePath);
      collect(tiling, tile.contents, at, { subtree, buffers }, found, pending);
    });
    found.subtrees++;
  }
  return found;
}

function readTiling(node: JsonNode): ImplicitTiling {
  const scheme = node.get('subdivisionScheme').string();
  if (scheme !== 'QUADTREE' && scheme !== 'OCTREE') node.get('subdivisionScheme').fail('should be QUADTREE or OCTREE.');
  const branching = scheme === 'QUADTREE' ? 4 : 8;
  const subtreeLevels = node.get('subtreeLevels').integer(1);
  if (nodesAbove(branching, subtreeLevels) > MAX_SUBTREE_NODES)
    node.get('subtreeLevels').fail(`is ${subtreeLevels}, which makes subtrees too large to be read.`);
  const levels = node.optional('availableLevels') ?? node.optional('maximumLevel') ?? node.get('availableLevels');
  const availableLevels = levels.integer() + (node.optional('availableLevels') ? 0 : 1);
  if (availableLevels > MAX_AVAILABLE_LEVELS) levels.fail(`is more than ${MAX_AVAILABLE_LEVELS}.`);
  return { branching, subtreeLevels, availableLevels, subtreesUri: node.get('subtrees').get('uri') };
}

/** Nodes of a full tree above `level`. */
const nodesAbove = (branching: number, level: number): number => (branching ** level - 1) / (branching - 1);

function fillTemplate(template: string, { level, x, y, z }: TileCoordinates): string {
  const values: Record<string, number> = { level, x, y, z };
  return template.replace(/\{(level|x|y|z)\}/g, (_, name: string) => String(values[name]));
}

async function readBuffers(
  { json, binary }: SubtreeFile,
  folder: SourceFolder,
  subtreePath: string,
): Promise<Uint8Array[]> {
  const buffers: Uint8Array[] = [];
  for (const buffer of json.list('buffers')) {
    const byteLength = buffer.get('byteLength').integer(1);
    const uri = buffer.optional('uri')?.string();
    const place = buffer.place;
    const bytes =
      uri === undefined
        ? binary
        : (dataUriBytes(uri, place) ??
          (await folder.read(resolveUri(subtreePath, uri, `${place}.uri`), `${place}.uri`)));
    if (!bytes) buffer.get('uri').fail('is missing, and there is no binary chunk for it.');
    else if (bytes.byteLength < byteLength)
      buffer.get('byteLength').fail(`is ${byteLength}, but there are ${bytes.byteLength} bytes.`);
    else buffers.push(bytes.subarray(0, byteLength));
  }
  return buffers;
}

function collect(
  tiling: ImplicitTiling,
  templates: readonly ContentReference[],
  root: TileCoordinates,
  { subtree: { json }, buffers }: { subtree: SubtreeFile; buffers: Uint8Array[] },
  found: ImplicitTiles,
  pending: TileCoordinates[],
): void {
  const { branching, subtreeLevels, availableLevels } = tiling;
  const count = nodesAbove(branching, subtreeLevels);
  const read = (node: JsonNode, nodes: number): Availability => readAvailability(node, json, buffers, nodes);
  const tiles = read(json.get('tileAvailability'), count);
  const contents = contentAvailabilities(json).map((node) => ({ node, isAvailable: read(node, count) }));
  const children = read(json.get('childSubtreeAvailability'), branching ** subtreeLevels);
  const levels = Math.min(subtreeLevels, availableLevels - root.level);
  for (let level = 0; level < levels; level++)
    for (let i = 0, first = nodesAbove(branching, level); i < branching ** level; i++) {
      const isTile = tiles(first + i);
      if (isTile) found.tiles++;
      contents.forEach(({ node, isAvailable }, k) => {
        if (!isAvailable(first + i)) return;
        if (!isTile) node.fail(`has a content (node ${first + i}) without a tile.`);
        const template = templates[k] ?? node.fail('is for a content that the tileset does not name.');
        const at = descend(root, level, i, branching);
        found.contents.push({ ...template, uri: fillTemplate(template.uri, at), at });
      });
    }
  if (root.level + subtreeLevels >= availableLevels) return;
  for (let i = 0; i < branching ** subtreeLevels; i++)
    if (children(i)) pending.push(descend(root, subtreeLevels, i, branching));
}

function contentAvailabilities(json: JsonNode): JsonNode[] {
  const node = json.optional('contentAvailability');
  if (!node) return [];
  return node.isObject ? [node] : node.items();
}

/** Node number `index` (Morton order) of a level below `root`. */
function descend(root: TileCoordinates, levels: number, index: number, branching: 4 | 8): TileCoordinates {
  const bits = branching === 4 ? 2 : 3;
  const offset = [0, 0, 0];
  for (let level = 0; level < levels; level++)
    for (let axis = 0; axis < bits; axis++) offset[axis]! += ((index >> (level * bits + axis)) & 1) << level;
  const size = 2 ** levels;
  return {
    level: root.level + levels,
    x: root.x * size + offset[0]!,
    y: root.y * size + offset[1]!,
    z: root.z * size + offset[2]!,
  };
}
