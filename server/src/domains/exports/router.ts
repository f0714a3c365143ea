import {
  downloadInputSchema,
  downloadsAnswerSchema,
  drawingInputSchema,
  exportAnswerSchema,
  exportInputSchema,
  layerExportInputSchema,
  meshLayersAnswerSchema,
  pointcloudAnswerSchema,
  pointcloudInputSchema,
  pointcloudOfCaptureInputSchema,
  successSchema,
} from '@overlook/shared/schemas';
import { router, signedIn } from '../../trpc/init.ts';
import { deleteDownload, restoreDownload } from './delete-download.ts';
import { listDownloads } from './list-downloads.ts';
import { loadMeshLayers } from './mesh-layers.ts';
import { loadPointcloud } from './pointcloud.ts';
import { requestDrawing } from './request-drawing.ts';
import { requestExport } from './request-export.ts';
import { requestLayer } from './request-layer.ts';

/** The sites are named by slug, so each verb checks its token itself. */
export const exportsRouter = router({
  pointcloud: signedIn
    .meta({ summary: 'The point cloud of a site for exports. Needs POINTGRAB:CREATE or DOWNLOAD there.' })
    .input(pointcloudOfCaptureInputSchema)
    .output(pointcloudAnswerSchema)
    .query(({ ctx, input }) => loadPointcloud(ctx, input)),
  crop: signedIn
    .meta({ summary: 'Request an export of the points in a box. Needs POINTGRAB:CREATE at the site.' })
    .input(exportInputSchema)
    .output(exportAnswerSchema)
    .mutation(({ ctx, input }) => requestExport(ctx, input)),
  layers: signedIn
    .meta({
      summary:
        'The layers of a site whose meshes can be exported and that you may see. Needs POINTGRAB:CREATE or DOWNLOAD there.',
    })
    .input(pointcloudOfCaptureInputSchema)
    .output(meshLayersAnswerSchema)
    .query(({ ctx, input }) => loadMeshLayers(ctx, input)),
  cropLayer: signedIn
    .meta({
      summary:
        'Request an export of the meshes in a box, as GLB. Needs POINTGRAB:CREATE at the site and the VIEW token of the layer.',
    })
    .input(layerExportInputSchema)
    .output(exportAnswerSchema)
    .mutation(({ ctx, input }) => requestLayer(ctx, input)),
  draw: signedIn
    .meta({
      summary:
        'Request a drawing of a layer, where a plane cuts it. Needs POINTGRAB:CREATE at the site and the VIEW token of the layer.',
    })
    .input(drawingInputSchema)
    .output(exportAnswerSchema)
    .mutation(({ ctx, input }) => requestDrawing(ctx, input)),
  downloads: signedIn
    .meta({
      summary:
        'Your exports at a site, newest first; with USERS:VIEW those of all users. Needs POINTGRAB:DOWNLOAD at the site.',
    })
    .input(pointcloudInputSchema)
    .output(downloadsAnswerSchema)
    .query(({ ctx, input }) => listDownloads(ctx, input)),
  delete: signedIn
    .meta({ summary: 'Delete one of your exports, or cancel an unfinished one. Needs POINTGRAB:DELETE at its site.' })
    .input(downloadInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => deleteDownload(ctx, input)),
  restore: signedIn
    .meta({
      summary: 'Undo the deletion of one of your exports, within ten minutes. Needs POINTGRAB:DELETE at its site.',
    })
    .input(downloadInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => restoreDownload(ctx, input)),
});
