import type { UpAxis } from '@overlook/shared/tiles3d';
import {
  type ContentPositions,
  b3dmPositions,
  gltfPositions,
  i3dmPositions,
  pntsPositions,
} from '../contents/content-positions.ts';
import { decodeDracoPoints, dracoExtension } from '../formats/draco-points.ts';
import { readDracoMesh } from '../formats/draco-mesh.ts';
import { checkDrawable } from '../formats/drawable-gltf.ts';
import { type Gltf, type GltfPrimitive, visitMeshes } from '../formats/gltf.ts';
import { type I3dm, type Pnts, type TileContent, parseTileContent } from '../formats/tile-content.ts';
import { warnOfBrokenColumns } from '../contents/table-columns.ts';
import { type GltfSource, type LoadedGltf, loadGltf } from '../contents/loaded-gltf.ts';
import { resolveUri } from '../../storage/source-folder.ts';
import { type TilesetFacts, addFacts, emptyFacts } from './tileset-facts.ts';

/** A content that was read to its end. */
export interface InspectedContent {
  facts: TilesetFacts;
  positions: ContentPositions[];
}

/**
 * Checks what a parsed content names (models, buffers, images), counts its drawn geometry and reads its extent. Throws
 * `ContentError`.
 */
export async function inspectContent(
  content: Exclude<TileContent, { kind: 'tileset' }>,
  source: GltfSource,
  upAxis: UpAxis,
): Promise<InspectedContent> {
  const inspected = await inspect(content, source, upAxis);
  inspected.facts.contents[content.kind]++;
  return inspected;
}

async function inspect(
  content: Exclude<TileContent, { kind: 'tileset' }>,
  source: GltfSource,
  upAxis: UpAxis,
): Promise<InspectedContent> {
  if ('batchTable' in content) warnOfBrokenColumns(content, source.warn);
  switch (content.kind) {
    case 'glb':
    case 'gltf': {
      const model = await checkedGltf(content.kind === 'glb' ? content.glb : content.json, source);
      return { facts: gltfFacts(model.gltf), positions: [gltfPositions(model, upAxis)] };
    }
    case 'b3dm': {
      if (content.isLegacy) source.warn?.('byte 12', 'has a header from before 3D Tiles 1.0. It can be shown.');
      const model = await checkedGltf(content.glb, source);
      return {
        facts: { ...gltfFacts(model.gltf), features: content.batchLength },
        positions: [b3dmPositions(content, model, upAxis)],
      };
    }
    case 'pnts':
      return {
        facts: { ...emptyFacts(), points: content.points, features: content.batchLength ?? 0 },
        positions: [pntsPositions(content, await unpackedPoints(content, source))],
      };
    case 'i3dm': {
      const model = await instancedModel(content, source);
      const facts = gltfFacts(model.gltf);
      const { instances } = content;
      return {
        facts: { ...facts, triangles: facts.triangles * instances, points: facts.points * instances, instances },
        positions: [i3dmPositions(content, model, upAxis)],
      };
    }
    case 'cmpt': {
      const all: InspectedContent = { facts: emptyFacts(), positions: [] };
      for (const tile of content.tiles) {
        const { facts, positions } = await inspect(tile, source, upAxis);
        addFacts(all.facts, facts);
        all.facts.innerContents[tile.kind]++;
        for (const found of positions) all.positions.push(found);
      }
      return all;
    }
  }
}

async function instancedModel(tile: I3dm, source: GltfSource): Promise<LoadedGltf> {
  if ('glb' in tile.model) return checkedGltf(tile.model.glb, source);
  const place = tile.featureTable.json.place;
  const filePath = resolveUri(source.filePath, tile.model.uri, place);
  const model = parseTileContent(await source.folder.read(filePath, place));
  const from = { ...source, filePath };
  if (model.kind === 'glb') return checkedGltf(model.glb, from);
  if (model.kind === 'gltf') return checkedGltf(model.json, from);
  return tile.featureTable.json.fail(`names “${tile.model.uri}”, which is no glTF.`);
}

async function checkedGltf(...args: Parameters<typeof loadGltf>): Promise<LoadedGltf> {
  const model = await loadGltf(...args);
  checkDrawable(model.gltf, model.data);
  return { ...model, unpacked: await unpackedPositions(model, args[1]) };
}

/** Unpacks positions, while the source allows more of it: that takes longer than all other checks. */
async function unpackedPositions(
  { gltf, data }: LoadedGltf,
  { unpacking }: GltfSource,
): Promise<ReadonlyMap<number, Float32Array>> {
  const unpacked = new Map<number, Float32Array>();
  const packed = new Map<number, GltfPrimitive>();
  visitMeshes(gltf, (primitives) => {
    for (const one of primitives) if (one.draco) packed.set(one.draco.bufferView, one);
  });
  if (packed.size === 0 || !takesOne(unpacking)) return unpacked;
  for (const [view, { json }] of packed) {
    // A damaged mesh is a fault for the viewer, which leaves it out.
    const mesh = await readDracoMesh(json, data, ['POSITION']).catch(() => null);
    const positions = mesh?.attributes.get('POSITION');
    if (positions) unpacked.set(view, positions.values);
  }
  return unpacked;
}

/** The points of a tile that Draco packs, without its centre; null where they are not unpacked. */
async function unpackedPoints(tile: Pnts, { unpacking }: GltfSource): Promise<Float32Array | null> {
  const extension = dracoExtension(tile);
  if (!extension || !takesOne(unpacking)) return null;
  // A damaged tile is a fault for the viewer, which leaves it out.
  return decodeDracoPoints(tile, extension).then(
    ({ positions }) => positions,
    () => null,
  );
}

const takesOne = (unpacking: GltfSource['unpacking']): boolean => unpacking !== undefined && unpacking.left-- > 0;

function gltfFacts(gltf: Gltf): TilesetFacts {
  const facts = emptyFacts();
  facts.textures = gltf.textureCount;
  visitMeshes(gltf, (primitives) => {
    for (const { mode, indices, attributes, featureIds } of primitives) {
      const count = gltf.accessors[indices ?? attributes['POSITION'] ?? -1]?.count ?? 0;
      if (mode === 0) facts.points += count;
      else if (mode === 4) facts.triangles += Math.floor(count / 3);
      else if (mode > 4) facts.triangles += Math.max(0, count - 2);
      for (const set of featureIds) facts.features += set.featureCount;
    }
  });
  return facts;
}
