import { IMPLICIT_LEVELS_LARGEST, contentAvailabilityPaths, type JsonNode } from '@overlook/shared/tiles3d';
import { type Availability, type SubtreeFile, parseSubtree, readAvailability } from '../formats/subtree.ts';
import { inFile } from '../../errors/import-refused.ts';
import { type SourceFolder, dataUriBytes, resolveUri } from '../../storage/source-folder.ts';
import type { ContentReference, TileJson } from './tile-json.ts';
import type { TilesetFacts } from './tileset-facts.ts';

/** Most nodes of one subtree: 12 levels of a quadtree, 8 of an octree. */
const MAX_SUBTREE_NODES = 24_000_000;
/**
 * Most contents of one implicit tile: a subtree whose availability is constant describes any number of tiles without a
 * file for each.
 */
const MAX_TILES = 10_000_000;
const MAX_SUBTREES = 1_000_000;
const MAX_NODES = 2_000_000_000;

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
/** The tileset that holds an implicit tile, and its counters. */
interface Holder {
  folder: SourceFolder;
  filePath: string;
  facts: Pick<TilesetFacts, 'tiles' | 'subtrees'>;
}

/**
 * Expands an implicit tile: reads every subtree and gives the available tiles' contents one by one (3D Tiles 1.1 §8),
 * so that the first missing one ends it. Throws `ImportRefusedError` for a bad subtree, `ContentError` for a bad tile.
 */
export async function* walkImplicit(
  tile: TileJson,
  { folder, filePath, facts }: Holder,
  signal?: AbortSignal,
): AsyncGenerator<ImplicitContent> {
  const tiling = readTiling(tile.implicitTiling!);
  const counted = { tiles: 0, subtrees: 0, nodes: 0 };
  const tooLarge = (what: string) => tile.implicitTiling!.fail(`describes more than ${what}, too many to be checked.`);
  const nodes = nodesAbove(tiling.branching, tiling.subtreeLevels);
  const pending: TileCoordinates[] = [{ level: 0, x: 0, y: 0, z: 0 }];
  for (let root = pending.pop(); root; root = pending.pop()) {
    signal?.throwIfAborted();
    const at = root;
    const { place } = tiling.subtreesUri;
    const subtreePath = resolveUri(filePath, fillTemplate(tiling.subtreesUri.string(), at), place);
    const bytes = await folder.read(subtreePath, place);
    const subtree = await inFile(subtreePath, async () => {
      const file = parseSubtree(bytes);
      return readAvailabilities(tiling, file, await readBuffers(file, folder, subtreePath));
    });
    facts.subtrees++;
    counted.subtrees++;
    counted.nodes += nodes;
    if (counted.nodes > MAX_NODES) tooLarge(`${MAX_NODES} nodes`);
    // This comes before the tiles, which are more work, so that too many subtrees are refused early.
    if (at.level + tiling.subtreeLevels < tiling.availableLevels)
      for (let i = 0; i < tiling.branching ** tiling.subtreeLevels; i++) {
        if (!subtree.children(i)) continue;
        if (pending.length + counted.subtrees >= MAX_SUBTREES) tooLarge(`${MAX_SUBTREES} subtrees`);
        pending.push(descend(at, tiling.subtreeLevels, i, tiling.branching));
      }
    for (const node of nodesOf(tiling, subtree, at.level)) {
      facts.tiles++;
      if (++counted.tiles > MAX_TILES) tooLarge(`${MAX_TILES} tiles`);
      const contents = await inFile(subtreePath, () => node.contents(tile.contents));
      if (contents.length === 0) continue;
      const coordinates = descend(at, node.level, node.index, tiling.branching);
      for (const content of contents)
        yield { ...content, uri: fillTemplate(content.uri, coordinates), at: coordinates };
    }
  }
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
  if (availableLevels > IMPLICIT_LEVELS_LARGEST) levels.fail(`is more than ${IMPLICIT_LEVELS_LARGEST}.`);
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

interface Availabilities {
  tiles: Availability;
  contents: { node: JsonNode; isAvailable: Availability }[];
  children: Availability;
}

function readAvailabilities(
  { branching, subtreeLevels }: ImplicitTiling,
  { json }: SubtreeFile,
  buffers: Uint8Array[],
): Availabilities {
  const count = nodesAbove(branching, subtreeLevels);
  const read = (node: JsonNode, nodes: number): Availability => readAvailability(node, json, buffers, nodes);
  return {
    tiles: read(json.get('tileAvailability'), count),
    contents: contentAvailabilityPaths(json.value).map((path) => {
      const node = json.follow(path);
      return { node, isAvailable: read(node, count) };
    }),
    children: read(json.get('childSubtreeAvailability'), branching ** subtreeLevels),
  };
}

interface SubtreeNode {
  /** Below the subtree's root. */
  level: number;
  /** Among the nodes of its level, in Morton order. */
  index: number;
  /** The tile's contents that the node has. Throws `ContentError`. */
  contents(templates: readonly ContentReference[]): ContentReference[];
}

/** The tiles of a subtree whose root is at `rootLevel`. Throws `ContentError` for a content without a tile. */
function* nodesOf(
  { branching, subtreeLevels, availableLevels }: ImplicitTiling,
  { tiles, contents }: Availabilities,
  rootLevel: number,
): Generator<SubtreeNode> {
  const levels = Math.min(subtreeLevels, availableLevels - rootLevel);
  for (let level = 0; level < levels; level++)
    for (let index = 0, first = nodesAbove(branching, level); index < branching ** level; index++) {
      const isTile = tiles(first + index);
      if (!isTile && !contents.some(({ isAvailable }) => isAvailable(first + index))) continue;
      yield {
        level,
        index,
        contents: (templates) =>
          contents.flatMap(({ node, isAvailable }, k) => {
            if (!isAvailable(first + index)) return [];
            if (!isTile) node.fail(`has a content (node ${first + index}) without a tile.`);
            return [templates[k] ?? node.fail('is for a content that the tileset does not name.')];
          }),
      };
    }
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
