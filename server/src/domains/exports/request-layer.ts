import type { z } from 'zod';
import { MESH_FORMAT } from '@overlook/shared/config';
import { EXPORTS_MESSAGES, layerNotHeldText, tooManyTrianglesText } from '@overlook/shared/messages';
import { decodeMeshIndex, estimateTriangles, type TriangleEstimate } from '@overlook/shared/meshes';
import {
  type ExportBox,
  exportBoxSchema,
  type exportAnswerSchema,
  type layerExportInputSchema,
} from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid } from '../../errors/app-error.ts';
import type { HeldVersion } from '../../storage/version-folders.ts';
import { findSite } from './find-site.ts';
import { listMeshLayers } from './mesh-layers.ts';
import { storeRequest } from './request-export.ts';
import { removeExpiredExports } from './sweep-exports.ts';

type Request = z.output<typeof layerExportInputSchema>;

/**
 * Requests an export of the meshes of a layer in a box. Throws 404 for a site that the caller may not export from, 400
 * for a layer that it does not have or the caller may not see, and for too many triangles, 409 for a layer that another
 * server holds, and what `assertRoomFor` throws.
 */
export async function requestLayer(ctx: SignedInContext, input: Request): Promise<z.input<typeof exportAnswerSchema>> {
  const siteId = await findSite(ctx, input.siteSlug, ['POINTGRAB:CREATE']);
  await removeExpiredExports(ctx);
  const { modeltypeId, captureId } = input;
  const layers = await listMeshLayers(ctx.db, ctx.caller, { siteId, captureId });
  const layer = layers.find((one) => one.modeltypeId === modeltypeId);
  const noLayer = EXPORTS_MESSAGES['export.noLayer'];
  if (!layer) throw invalid(noLayer, { modeltypeId: noLayer });
  if (!layer.version) throw conflict(layerNotHeldText(modeltypeId));
  const box = exportBoxSchema.parse(input);
  const { triangles, sizeBytes } = await estimateLayer(ctx, layer.version, box);
  return storeRequest(ctx, {
    siteId,
    action: 'exports.cropLayer',
    input,
    subject: `capture:${layer.captureId}`,
    formats: [MESH_FORMAT],
    own: {
      modeltypeId,
      modelFilepath: layer.filepath,
      takenOn: layer.takenOn,
      box,
      trianglesEstimated: triangles,
      bytesEstimated: sizeBytes,
    },
  });
}

/** The approximate size of the export, by the layer's mesh index. Throws 400 where it is too large for one export. */
async function estimateLayer(
  { env, meshIndexes }: SignedInContext,
  version: HeldVersion,
  box: ExportBox,
): Promise<TriangleEstimate> {
  const estimate = estimateTriangles(decodeMeshIndex(await meshIndexes.bytesOf(version)), box);
  if (estimate.triangles > env.exportTrianglesMost) {
    const sentence = tooManyTrianglesText(estimate.triangles, env.exportTrianglesMost);
    throw invalid(sentence, { modeltypeId: sentence });
  }
  return estimate;
}
