/** The nodes of a scene layer as the tree of a tileset. */
import { distance, ecefFromLla, type Vec3 } from '@overlook/shared/maths';
import { type JsonNode, MalformedContentError } from '@overlook/shared/tiles3d';
import { addressPath } from './references.ts';
import type { LayerPlace, NodeBox, SceneLayer, SceneNode } from './scene.ts';

/** Nodes of a layer that are read. */
export const NODES_LARGEST = 200_000;
/** Below the root. */
export const DEEPEST = 64;
/** The screen-space error, CSS pixels, at which a tile is as fine as the layer wants its node to be on the screen. */
const STANDARD_ERROR_PX = 16;
/** Of a node without a mesh, whose children are always wanted. */
const COARSE_M = 1e6;

export function readBox(obb: JsonNode): NodeBox {
  return {
    center: obb.get('center').numbers(3) as Vec3,
    halfSize: obb.get('halfSize').numbers(3) as Vec3,
    quaternion: obb.get('quaternion').numbers(4),
  };
}

/** The diameter of a sphere that covers so many square pixels (“LOD selection metrics”). */
export const acrossOf = (areaPx: number): number => Math.sqrt(areaPx / (Math.PI / 4));

/** The root tile of a layer, whose tiles have the addresses of their nodes in `folder`. Throws ContentError for what is no tree. */
export async function rootTileOf({ source, ellipsoidal, folder, name }: SceneLayer): Promise<RootTile> {
  const nodes = await source.tree();
  const seen = new Set<string>();
  const tileOf = (key: string, depth: number, parentError: number): object => {
    const node = nodes.get(key);
    if (!node) throw new MalformedContentError(name, `It has no node “${key}”.`);
    if (seen.has(key) || depth > DEEPEST) throw noTree(name, key);
    seen.add(key);
    const error = Math.min(parentError, errorOf(node));
    return {
      boundingVolume: volumeOf(node, ellipsoidal),
      geometricError: error,
      refine: 'REPLACE',
      ...(node.mesh && { content: { uri: addressPath(`${folder}${key}`) } }),
      children: node.children.map((child) => tileOf(child, depth + 1, error)),
    };
  };
  const tile = tileOf(source.root, 0, COARSE_M);
  const { center, radiusM } = nodes.get(source.root)!;
  return { tile, centerEcef: ecefFromLla(placeOf(center, ellipsoidal)), radiusM };
}

interface RootTile {
  readonly tile: object;
  readonly centerEcef: Vec3;
  readonly radiusM: number;
}

export const noTree = (name: string, key: string): MalformedContentError =>
  new MalformedContentError(name, `Its nodes are no tree, at node “${key}”.`);

/** A tileset.json (3D Tiles 1.1) of the layers of a package. */
export function tilesetOf(roots: readonly RootTile[]): object {
  const [first] = roots as [RootTile];
  const centerEcef = first.centerEcef;
  const radius = roots.reduce((most, root) => Math.max(most, distance(root.centerEcef, centerEcef) + root.radiusM), 0);
  const group = {
    boundingVolume: { sphere: [...centerEcef, radius] },
    geometricError: COARSE_M,
    refine: 'REPLACE',
    children: roots.map(({ tile }) => tile),
  };
  const root = roots.length === 1 ? first.tile : group;
  return { asset: { version: '1.1', gltfUpAxis: 'Z' }, geometricError: COARSE_M, root };
}

/** A tile gives way to its children where its error is larger than {@link STANDARD_ERROR_PX}, a node where its sphere is too large. */
function errorOf({ mesh, children, radiusM, acrossPx }: SceneNode): number {
  if (children.length === 0) return 0;
  if (!mesh) return COARSE_M;
  return acrossPx > 0 ? (STANDARD_ERROR_PX * 2 * radiusM) / acrossPx : COARSE_M;
}

/** Of 3D Tiles, ECEF. */
function volumeOf({ center, radiusM, box }: SceneNode, ellipsoidal: SceneLayer['ellipsoidal']): object {
  if (!box) return { sphere: [...ecefFromLla(placeOf(center, ellipsoidal)), radiusM] };
  const axes = box.halfSize.flatMap((half, axis) => turned(box.quaternion, axis).map((part) => part * half));
  return { box: [...ecefFromLla(placeOf(box.center, ellipsoidal)), ...axes] };
}

export const placeOf = ([longitude, latitude, height]: LayerPlace, ellipsoidal: SceneLayer['ellipsoidal']) => ({
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
