import type { z } from 'zod';
import { HAS_OUTLINES } from '@overlook/shared/config';
import { drawingFitText, EXPORTS_MESSAGES, layerNotHeldText } from '@overlook/shared/messages';
import {
  type DrawingSettings,
  type drawingInputSchema,
  type exportAnswerSchema,
  type ExportBox,
  exportBoxSchema,
} from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid } from '../../errors/app-error.ts';
import { assertFits } from '../../pointclouds/export/target-system.ts';
import { CrsError } from '../../pointclouds/crs/index.ts';
import { findSite } from './find-site.ts';
import { listMeshLayers } from './mesh-layers.ts';
import { storeRequest } from './request-export.ts';
import { removeExpiredExports } from './sweep-exports.ts';

type Request = z.output<typeof drawingInputSchema>;

/** Bytes that a drawing may take until it is known. */
const BYTES_ESTIMATED = 5_000_000;

/**
 * Requests a drawing of a layer: where the plane of its box cuts the finest surfaces. Throws 404 for a site that the caller may not export
 * from, 400 for a layer that it does not have or the caller may not see, for what lies behind the plane of a layer without edges, for a sheet on which the drawing does not fit, and for coordinates
 * that do not reach it, 409 for a layer that another server holds, and what `assertRoomFor` throws.
 */
export async function requestDrawing(
  ctx: SignedInContext,
  input: Request,
): Promise<z.input<typeof exportAnswerSchema>> {
  const siteId = await findSite(ctx, input.siteSlug, ['POINTGRAB:CREATE']);
  await removeExpiredExports(ctx);
  const { modeltypeId, captureId, coordinates, formats, view, sheet, scale, behind } = input;
  if (behind && !HAS_OUTLINES[modeltypeId]) {
    const noOutlines = EXPORTS_MESSAGES['export.behindTextured'];
    throw invalid(noOutlines, { behind: noOutlines });
  }
  const layers = await listMeshLayers(ctx.db, ctx.caller, { siteId, captureId });
  const layer = layers.find((one) => one.modeltypeId === modeltypeId);
  const noLayer = EXPORTS_MESSAGES['export.noLayer'];
  if (!layer) throw invalid(noLayer, { modeltypeId: noLayer });
  if (!layer.version) throw conflict(layerNotHeldText(modeltypeId));
  const box = exportBoxSchema.parse(input);
  const drawing = { view, sheet, scale, behind };
  if (formats.some((format) => format !== 'DXF')) refuseTooLarge(drawing, box);
  refuseUnreached(coordinates, box);
  return storeRequest(ctx, {
    siteId,
    action: 'exports.draw',
    input,
    subject: `capture:${layer.captureId}`,
    formats: [...new Set(formats)],
    own: {
      modeltypeId,
      modelFilepath: layer.filepath,
      takenOn: layer.takenOn,
      box,
      drawing,
      coordinates,
      bytesEstimated: BYTES_ESTIMATED,
    },
  });
}

function refuseTooLarge(drawing: DrawingSettings, { sizeX, sizeY, sizeZ }: ExportBox): void {
  const { fits, text } = drawingFitText(drawing, sizeX, drawing.view === 'plan' ? sizeY : sizeZ);
  if (!fits) throw invalid(text, { sheet: text });
}

function refuseUnreached(coordinates: Request['coordinates'], { centerX, centerY, centerZ }: ExportBox): void {
  if (coordinates === 'site') return;
  try {
    assertFits(coordinates, [centerX, centerY, centerZ]);
  } catch (error) {
    if (!(error instanceof CrsError)) throw error;
    throw invalid(error.message, { coordinates: error.message });
  }
}
