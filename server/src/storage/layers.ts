import { MODEL_TYPES } from '@overlook/shared/config';

/** The layers that an import can contain, by the name of their option and folder. */
export const LAYER_NAMES = ['textured', 'shaded', 'points', 'cad'] as const;
export type LayerName = (typeof LAYER_NAMES)[number];

/** The model type behind a layer's name. */
export function layerModelType(layer: LayerName): { id: 1 | 2 | 3 | 4; label: string } {
  const { id, label } = MODEL_TYPES.find(({ folder }) => folder === layer)!;
  return { id: id as 1 | 2 | 3 | 4, label };
}

/** Formats of point clouds without a description of their columns, and proprietary ones. */
const OTHER_POINTS = /\.(xyz|asc|rcp|rcs|fls|zfs|pod|bin|pcd)$/i;
const RAW_CAD = /\.(ifcxml|rvm|nwd|nwc|nwf|dgn|dwg|fbx|step|stp|jt|obj)$/i;
const SCENE_LAYER =
  'is a scene layer package of I3S, which is not imported. Convert it to 3D Tiles, for example with tile-converter of loaders.gl, and give the folder or the archive (.3tz); or drop it on the view, which shows it beside the site.';
const TILES = 'a 3D Tiles tileset (a folder with a tileset.json or models.json, or the JSON itself) or a single tile';

/** Why a file cannot be read as this layer, when its name shows it; null otherwise. */
export function unreadableSource(layer: LayerName, fileName: string): string | null {
  if (/\.slpk$/i.test(fileName)) return SCENE_LAYER;
  if (layer === 'points' && OTHER_POINTS.test(fileName))
    return `is a point cloud of a kind that cannot be read. Give LAS, LAZ, COPC, E57, PTS, PTX or PLY, a folder of them, or ${TILES} (.pnts, .glb).`;
  if (layer === 'cad' && RAW_CAD.test(fileName))
    return 'is a CAD file of a kind that cannot be converted. Give IFC, glTF (.glb, .gltf) or a 3D Tiles tileset with its tree.jsonl.';
  return null;
}
