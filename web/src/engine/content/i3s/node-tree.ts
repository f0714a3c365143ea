/** The nodes of a scene layer as the tree of a tileset. */
import { llaToEcef, type Vec3 } from '@overlook/shared/maths';
import { type JsonNode, MalformedContentError, parseJson, UnsupportedContentError } from '@overlook/shared/tiles3d';
import type { SceneLayer } from './scene-layer.ts';

/** Nodes of a layer that are read. */
const NODES_LARGEST = 200_000;
/** Below the root. */
const DEEPEST = 64;
/** The screen-space error, CSS pixels, at which a tile is as fine as the layer wants its node to be on the screen. */
const STANDARD_ERROR_PX = 16;
/** Of a node without a mesh, whose children are always wanted. */
const COARSE_M = 1e6;

export interface SceneNode {
  /** Longitude and latitude in degrees, height of the layer in metres. */
  readonly center: Vec3;
  /** Metres. */
  readonly halfSize: Vec3;
  /** x, y, z, w; turns the box into ECEF axes. */
  readonly quaternion: readonly number[];
  readonly lodThreshold: number;
  readonly children: readonly number[];
  /** Definition and resource of its geometry, and its material where it has one; null for a node that only groups. */
  readonly mesh: JsonNode | null;
}

type ReadFile = SceneLayer['file'];

/** The nodes of all pages by their index; null where a page has none. */
export async function readNodes(layer: JsonNode, file: ReadFile, name: string): Promise<(SceneNode | null)[]> {
  const nodes: (SceneNode | null)[] = [];
  for (let page = 0; ; page++) {
    const bytes = await file(`nodepages/${page}.json`);
    if (!bytes) break;
    const json = parseJson(bytes, `${name}, nodepages/${page}.json`, name);
    for (const node of json.get('nodes').items()) nodes.push(node.isObject ? readNode(node) : null);
    if (nodes.length > NODES_LARGEST)
      throw new UnsupportedContentError(name, `It has more than ${NODES_LARGEST} nodes.`);
  }
  if (nodes.length === 0) throw new MalformedContentError(name, 'It has no nodes.');
  return nodes;
}

function readNode(node: JsonNode): SceneNode {
  const obb = node.get('obb');
  return {
    center: obb.get('center').numbers(3) as Vec3,
    halfSize: obb.get('halfSize').numbers(3) as Vec3,
    quaternion: obb.get('quaternion').numbers(4),
    lodThreshold: node.optional('lodThreshold')?.number() ?? 0,
    children: node.list('children').map((child) => child.integer()),
    mesh: node.optional('mesh'),
  };
}

/** A tileset.json (3D Tiles 1.1) whose tiles have the addresses `nodes/<index>`. Throws MalformedContentError for what is no tree. */
export function tilesetOfNodes(
  { json, nodes, ellipsoidal }: Pick<SceneLayer, 'json' | 'nodes' | 'ellipsoidal'>,
  name: string,
): object {
  const isArea = json.get('nodePages').optional('lodSelectionMetricType')?.value === 'maxScreenThresholdSQ';
  const seen = new Set<number>();
  const tileOf = (index: number, depth: number, parentError: number): object => {
    const node = nodes[index];
    if (!node) throw new MalformedContentError(name, `It has no node ${index}.`);
    if (seen.has(index) || depth > DEEPEST)
      throw new MalformedContentError(name, `Its nodes are no tree, at node ${index}.`);
    seen.add(index);
    const error = Math.min(parentError, errorOf(node, isArea));
    return {
      boundingVolume: { box: boxOf(node, ellipsoidal) },
      geometricError: error,
      refine: 'REPLACE',
      ...(node.mesh && { content: { uri: `nodes/${index}` } }),
      children: node.children.map((child) => tileOf(child, depth + 1, error)),
    };
  };
  const root = tileOf(0, 0, COARSE_M);
  return { asset: { version: '1.1', gltfUpAxis: 'Z' }, geometricError: COARSE_M, root };
}

/**
 * A node gives way to its children where its sphere is larger on the screen than its threshold, pixels across or their area
 * (OGC 17-014r9, "LOD selection metrics"). A tile does where its error is larger than {@link STANDARD_ERROR_PX}.
 */
function errorOf({ mesh, children, halfSize, lodThreshold }: SceneNode, isArea: boolean): number {
  if (children.length === 0) return 0;
  if (!mesh) return COARSE_M;
  const acrossPx = isArea ? Math.sqrt(lodThreshold / (Math.PI / 4)) : lodThreshold;
  return acrossPx > 0 ? (STANDARD_ERROR_PX * 2 * Math.hypot(...halfSize)) / acrossPx : COARSE_M;
}

/** Box of 3D Tiles, ECEF. */
function boxOf({ center, halfSize, quaternion }: SceneNode, ellipsoidal: SceneLayer['ellipsoidal']): number[] {
  const axes = halfSize.flatMap((half, axis) => turned(quaternion, axis).map((part) => part * half));
  return [...llaToEcef(placeOf(center, ellipsoidal)), ...axes];
}

export const placeOf = ([longitude, latitude, height]: Vec3, ellipsoidal: SceneLayer['ellipsoidal']) => ({
  longitude,
  latitude,
  height: ellipsoidal(latitude, longitude, height),
});

/** An axis of a box after its turn, of unit length. */
function turned([x = 0, y = 0, z = 0, w = 1]: readonly number[], axis: number): Vec3 {
  const n = Math.hypot(x, y, z, w) || 1;
  const [a, b, c, d] = [x / n, y / n, z / n, w / n];
  if (axis === 0) return [1 - 2 * (b * b + c * c), 2 * (a * b + c * d), 2 * (a * c - b * d)];
  if (axis === 1) return [2 * (a * b - c * d), 1 - 2 * (a * a + c * c), 2 * (b * c + a * d)];
  return [2 * (a * c + b * d), 2 * (b * c - a * d), 1 - 2 * (a * a + b * b)];
}
