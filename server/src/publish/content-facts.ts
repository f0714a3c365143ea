import { type Gltf, visitMeshes } from './formats/gltf.ts';
import { type I3dm, type TileContent, parseTileContent } from './formats/tile-content.ts';
import { type GltfSource, checkGltfFiles } from './loaded-gltf.ts';
import { resolveUri } from './source-folder.ts';
import { type TilesetFacts, addFacts, emptyFacts } from './tileset-facts.ts';

/** Checks what a parsed content names (models, buffers, images) and counts what it draws. Throws `BadContent`. */
export async function contentFacts(
  content: Exclude<TileContent, { kind: 'tileset' }>,
  source: GltfSource,
): Promise<TilesetFacts> {
  const facts = await drawnFacts(content, source);
  facts.contents[content.kind]++;
  return facts;
}

async function drawnFacts(
  content: Exclude<TileContent, { kind: 'tileset' }>,
  source: GltfSource,
): Promise<TilesetFacts> {
  switch (content.kind) {
    case 'glb':
      return gltfFacts(await checkGltfFiles(content.glb, source));
    case 'gltf':
      return gltfFacts(await checkGltfFiles(content.json, source));
    case 'b3dm':
      return { ...gltfFacts(await checkGltfFiles(content.glb, source)), features: content.batchLength };
    case 'pnts':
      return { ...emptyFacts(), points: content.points, features: content.batchLength ?? 0 };
    case 'i3dm': {
      const model = gltfFacts(await instancedModel(content, source));
      return {
        ...model,
        triangles: model.triangles * content.instances,
        points: model.points * content.instances,
        instances: content.instances,
      };
    }
    case 'cmpt': {
      const facts = emptyFacts();
      for (const tile of content.tiles) {
        addFacts(facts, await drawnFacts(tile, source));
        facts.innerContents[tile.kind]++;
      }
      return facts;
    }
  }
}

async function instancedModel(tile: I3dm, source: GltfSource): Promise<Gltf> {
  if ('glb' in tile.model) return checkGltfFiles(tile.model.glb, source);
  const place = tile.featureTable.json.place;
  const filePath = resolveUri(source.filePath, tile.model.uri, place);
  const model = parseTileContent(await source.folder.read(filePath, place));
  const from = { folder: source.folder, filePath };
  if (model.kind === 'glb') return checkGltfFiles(model.glb, from);
  if (model.kind === 'gltf') return checkGltfFiles(model.json, from);
  return tile.featureTable.json.fail(`names “${tile.model.uri}”, which is no glTF.`);
}

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
