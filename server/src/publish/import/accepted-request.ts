import { invalid } from '../../errors/app-error.ts';
import { captureDay } from '../register/capture-day.ts';
import { LAYER_NAMES } from '../../storage/layers.ts';
import { checkedInput, type ImportRequest, importRequestSchema } from '../import-request.ts';

/**
 * The request, where its parts agree with each other: each option is given with the data that it is for. Throws `AppError`
 * INVALID_INPUT.
 */
export function acceptedRequest(input: ImportRequest): ImportRequest {
  const request = checkedInput(importRequestSchema, input);
  const hasLayers = LAYER_NAMES.some((layer) => request.layers[layer]);
  if (!hasLayers && request.photos === undefined)
    throw invalid(`Give at least one layer (${LAYER_NAMES.join(', ')}), or photos.`);
  if (!hasLayers && request.groundHeight !== undefined)
    throw invalid('A height of the ground is for layers: give it with one of them.');
  if (!hasLayers && request.at)
    throw invalid('A position is for layers; photos have their own, or get it from a table.');
  if (!hasLayers && (request.captured !== undefined || request.draft))
    throw invalid('A date of capture and a draft are of layers: give them with one; photos have their own dates.');
  // Refuses a date that is none, or in the future.
  if (request.captured !== undefined) captureDay(request.captured);
  assertPartAccepted(request);
  const { photoTable, altitudes, anywhere } = request;
  if (request.photos === undefined && (photoTable !== undefined || anywhere))
    throw invalid('A table of photos and anywhere are for photos: give them with --photos.');
  const { points, cad } = request.layers;
  if (request.photos === undefined && !points && !cad && altitudes !== undefined)
    throw invalid('Altitudes are of photos, point clouds and CAD: give them with --photos, --points or --cad.');
  if (request.withoutPictures && !points)
    throw invalid('Pictures in point files are left out of point clouds: give one with --points.');
  if (request.crs !== undefined && !points && !cad)
    throw invalid('A coordinate system is for point clouds and CAD: give it with --points or --cad.');
  if (request.properties && !request.layers.cad) throw invalid('Properties belong to a CAD layer: give it with --cad.');
  return request;
}

/** A part is of a point cloud. Throws `AppError` INVALID_INPUT. */
function assertPartAccepted({ layers, part, onto, within }: ImportRequest): void {
  if (part && !layers.points) throw invalid('A part is of a point cloud: give it with --points.');
  if (!part && (onto !== undefined || within !== undefined))
    throw invalid('--onto and --within say what a part replaces: give them with --part.');
  if (onto !== undefined) captureDay(onto);
}
