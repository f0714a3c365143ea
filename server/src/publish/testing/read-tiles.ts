import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gltfPositions } from '../contents/content-positions.ts';
import { storedValues } from '../formats/gltf-accessor.ts';
import { type GltfNode, type GltfPrimitive, visitMeshes } from '../formats/gltf.ts';
import { parseGlb } from '../formats/glb.ts';
import { type LoadedGltf, loadGltf } from '../contents/loaded-gltf.ts';
import { SourceFolder } from '../../storage/source-folder.ts';
import { transformAll } from '../contents/table-positions.ts';

export interface ReadTile {
  uri: string;
  geometricError: number;
  isLeaf: boolean;
  triangles: number;
  instances: number;
  /** Flat xyz in the root tile's frame, by the layer's feature id. */
  vertices: Map<number, number[]>;
}

interface TileNode {
  geometricError: number;
  content: { uri: string };
  children?: TileNode[];
}

/** Every tile of a converted tileset, as a viewer would understand it. */
export async function readTiles(folder: string): Promise<ReadTile[]> {
  const { root } = JSON.parse(await readFile(path.join(folder, 'tileset.json'), 'utf8')) as { root: TileNode };
  const tiles: ReadTile[] = [];
  const pending = [root];
  for (let tile = pending.pop(); tile; tile = pending.pop()) {
    pending.push(...(tile.children ?? []));
    tiles.push(await readTile(folder, tile));
  }
  return tiles;
}

async function readTile(folder: string, { content, geometricError, children }: TileNode): Promise<ReadTile> {
  const glb = parseGlb(await readFile(path.join(folder, content.uri)));
  const loaded = await loadGltf(glb, { folder: new SourceFolder(folder), filePath: content.uri });
  const { batches, unread } = gltfPositions(loaded, 'Y');
  if (unread.length > 0) throw new Error(`${content.uri} ${unread[0]!.reason}`);
  const tile: ReadTile = {
    uri: content.uri,
    geometricError,
    isLeaf: !children,
    triangles: 0,
    instances: 0,
    vertices: new Map(),
  };
  const ids = layerIds(loaded);
  let batch = 0;
  visitMeshes(loaded.gltf, (primitives, _matrix, node) => {
    for (const primitive of primitives) {
      const copies = featureIds(loaded, primitive, node);
      tile.triangles += (loaded.gltf.accessors[primitive.indices!]!.count / 3) * copies.length;
      if (node.instances) tile.instances += copies.length;
      for (const idOf of copies) {
        const { positions: inMesh, toTile } = batches[batch++]!;
        const positions = transformAll(inMesh.slice(), toTile);
        for (let i = 0; i < positions.length / 3; i++) {
          const id = ids[idOf(i)]!;
          if (!tile.vertices.has(id)) tile.vertices.set(id, []);
          tile.vertices.get(id)!.push(...positions.subarray(3 * i, 3 * i + 3));
        }
      }
    }
  });
  return tile;
}

/** For each copy of a primitive: the table's row of a vertex. */
function featureIds({ gltf, data }: LoadedGltf, { attributes }: GltfPrimitive, { instances }: GltfNode) {
  const values = storedValues(data, gltf.accessors[(instances ?? attributes)['_FEATURE_ID_0']!]!)!;
  if (instances) return Array.from(values, (id) => () => id);
  return [(vertex: number) => values[vertex]!];
}

/** The column `id` of the property table. */
function layerIds({ gltf, data }: LoadedGltf): Uint32Array {
  const table = gltf.json.get('extensions').get('EXT_structural_metadata').get('propertyTables').items()[0]!;
  const bytes = data.namedView(table.get('properties').get('id').get('values')).slice();
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

/** Smallest and largest corner of flat xyz, to this many decimals. */
export function boxOf(positions: readonly number[], decimals = 3): [number[], number[]] {
  const along = (pick: 'min' | 'max') =>
    [0, 1, 2].map((axis) => {
      let value = pick === 'min' ? Infinity : -Infinity;
      for (let i = axis; i < positions.length; i += 3) value = Math[pick](value, positions[i]!);
      return Number(value.toFixed(decimals)) + 0;
    });
  return [along('min'), along('max')];
}
