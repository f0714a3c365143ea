/**
 * The layers of a site (specification §3 "Model types", §2 layer selector) in the order the selector shows them.
 * `folder` is the name of the layer on disk and on the command line.
 */
export const MODEL_TYPES = [
  { id: 3, key: 'textured', label: 'Textured', token: 'VIEW:TEXTURED', folder: 'textured' },
  { id: 2, key: 'shaded', label: 'Shaded', token: 'VIEW:SHADED', folder: 'shaded' },
  { id: 1, key: 'pointCloud', label: 'Point Cloud', token: 'VIEW:POINTCLOUD', folder: 'points' },
  { id: 4, key: 'cad', label: 'Project Layer', token: 'VIEW:CAD', folder: 'cad' },
  { id: -1, key: 'nearbyPhotos', label: 'Nearby Photos', token: 'FEATURE:NEARBYSNAPSHOTS', folder: 'photos' },
] as const;

export type ModelType = (typeof MODEL_TYPES)[number];
export type ModelTypeId = ModelType['id'];
export type ModelTypeKey = ModelType['key'];

export const POINT_CLOUD = MODEL_TYPES[2];

/** The layer that is no model: photos are a mode of their own. */
export const NEARBY_PHOTOS = MODEL_TYPES[4];

/** The model type with this id. Throws for an id that the specification does not list. */
export function modelType(id: number): ModelType {
  const found = MODEL_TYPES.find((type) => type.id === id);
  if (!found) throw new RangeError(`There is no model type ${id}.`);
  return found;
}

/** The layer whose features are the objects of a tree: CAD. Takes any number. */
export const isProjectLayer = (id: number | null): boolean =>
  MODEL_TYPES.some((type) => type.id === id && type.key === 'cad');

/** A layer of surfaces that have colours and no pictures: shaded meshes and CAD. Takes any number. */
export const isPlainSurface = (id: number | null): boolean =>
  MODEL_TYPES.some((type) => type.id === id && (type.key === 'shaded' || type.key === 'cad'));
