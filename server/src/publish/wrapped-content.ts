import { type Vec3 } from '@overlook/shared/maths';
import {
  type ContentPositions,
  b3dmPositions,
  gltfPositions,
  i3dmPositions,
  pntsPositions,
} from './content-positions.ts';
import { type TileContent, parseTileContent } from './formats/tile-content.ts';
import { inFile } from './import-refused.ts';
import { loadGltf } from './loaded-gltf.ts';
import type { SourceFolder } from './source-folder.ts';

/** The file names that are one tile's content rather than a tileset. */
export const CONTENT_FILE = /\.(glb|gltf|b3dm|i3dm|pnts|cmpt)$/i;

/**
 * The JSON of a tileset with one tile that shows `filePath`, its box measured from the content's own positions. Throws
 * `ImportRefused` when the file is no content or its extent cannot be told.
 */
export async function wrapContent(folder: SourceFolder, filePath: string): Promise<Uint8Array> {
  const { min, max, isGltf } = await inFile(filePath, async () => {
    const content = parseTileContent(await folder.read(filePath, ''));
    return { ...(await extent(content, folder, filePath)), isGltf: content.kind === 'glb' || content.kind === 'gltf' };
  });
  const center = min.map((low, i) => (low + max[i]!) / 2);
  const half = min.map((low, i) => (max[i]! - low) / 2) as Vec3;
  const tileset = {
    asset: { version: isGltf ? '1.1' : '1.0' },
    geometricError: 2 * Math.hypot(...half),
    root: {
      refine: 'ADD',
      boundingVolume: { box: [...center, half[0], 0, 0, 0, half[1], 0, 0, 0, half[2]] },
      geometricError: 0,
      content: { uri: encodeURIComponent(filePath) },
    },
  };
  return Buffer.from(`${JSON.stringify(tileset, null, 2)}\n`);
}

async function extent(content: TileContent, folder: SourceFolder, filePath: string): Promise<{ min: Vec3; max: Vec3 }> {
  const min: Vec3 = [Infinity, Infinity, Infinity];
  const max: Vec3 = [-Infinity, -Infinity, -Infinity];
  const include = (positions: Float64Array) =>
    positions.forEach((value, i) => {
      if (value < min[i % 3]!) min[i % 3] = value;
      if (value > max[i % 3]!) max[i % 3] = value;
    });
  for (const found of await positionsOf(content, folder, filePath)) {
    for (const { positions } of found.batches) include(positions);
    for (const { corners } of found.unread) if (corners) include(corners);
  }
  return min.every(Number.isFinite) ? { min, max } : refuseUnknownExtent(content);
}

function refuseUnknownExtent(content: TileContent): never {
  const node = 'json' in content ? content.json : 'featureTable' in content ? content.featureTable.json : null;
  const reason = 'has no extent that can be read, so it has to be part of a tileset that says it.';
  if (node) return node.fail(reason);
  throw new Error(reason);
}

async function positionsOf(content: TileContent, folder: SourceFolder, filePath: string): Promise<ContentPositions[]> {
  const source = { folder, filePath };
  switch (content.kind) {
    case 'glb':
      return [gltfPositions(await loadGltf(content.glb, source), 'Y')];
    case 'gltf':
      return [gltfPositions(await loadGltf(content.json, source), 'Y')];
    case 'b3dm':
      return [b3dmPositions(content, await loadGltf(content.glb, source), 'Y')];
    case 'pnts':
      return [pntsPositions(content)];
    case 'i3dm':
      if ('glb' in content.model) return [i3dmPositions(content, await loadGltf(content.model.glb, source), 'Y')];
      return content.featureTable.json.fail('names its model by a uri, so it has to be part of a tileset.');
    case 'cmpt':
      return (await Promise.all(content.tiles.map((tile) => positionsOf(tile, folder, filePath)))).flat();
    case 'tileset':
      return [];
  }
}
