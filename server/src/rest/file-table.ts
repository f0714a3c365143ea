import type { z } from 'zod';
import {
  attachmentAnswerSchema,
  bcfExportInputSchema,
  bcfImportSchema,
  snapshotUploadSchema,
} from '@overlook/shared/schemas';

/** An address that receives or sends bytes, besides the operations of `REST_TABLE`, as the documents describe it. */
export interface FileRow {
  readonly method: 'GET' | 'POST';
  /** Below `/api`, with parts like `:id`; a last `*` is a path of any length. */
  readonly path: string;
  readonly summary: string;
  /** Who may ask, for people. */
  readonly needs: string;
  /** An upload: its multipart field, and the answer. Otherwise a file is sent. */
  readonly upload?: { readonly field: string; readonly answer: z.ZodType };
  readonly query?: z.ZodType;
}

/** Every file that is sent or taken under `/api`. */
export const FILE_TABLE: readonly FileRow[] = [
  {
    method: 'GET',
    path: '/files/models/:slug/:folder/:version/*',
    summary: 'A file of a published model.',
    needs: 'the VIEW token of its layer at the site',
  },
  {
    method: 'POST',
    path: '/files/attachments/upload',
    summary: 'Upload an attachment; saving a MOC with its uuid attaches it. 100 MB at most.',
    needs: 'MOC:CREATE or MOC:UPDATE at one site at least',
    upload: { field: 'attachment', answer: attachmentAnswerSchema },
  },
  {
    method: 'GET',
    path: '/files/attachments/:uuid',
    summary: 'Download an attachment.',
    needs: 'MOC:VIEW at the site of its MOC; its uploader until it has one',
  },
  {
    method: 'GET',
    path: '/sites/:siteId/mocs/export.geojson',
    summary: 'The MOCs of a site with their areas, as GeoJSON.',
    needs: 'MOC:VIEW at the site',
  },
  {
    method: 'GET',
    path: '/sites/:siteId/mocs/export.csv',
    summary: 'The MOCs of a site, as CSV.',
    needs: 'MOC:VIEW at the site',
  },
  {
    method: 'GET',
    path: '/sites/:siteId/mocs/export.bcfzip',
    summary: 'The MOCs of a site as a BCF file.',
    needs: 'MOC:VIEW at the site',
    query: bcfExportInputSchema,
  },
  {
    method: 'POST',
    path: '/sites/:siteId/mocs/import.bcfzip',
    summary: 'Add the topics of a BCF file as MOCs. 100 MB at most.',
    needs: 'MOC:CREATE at the site',
    upload: { field: 'bcf', answer: bcfImportSchema },
  },
  {
    method: 'POST',
    path: '/files/snapshots/upload/:siteId/snapshot',
    summary: 'Upload the picture of a Place; saving a Place with its uuid as filename keeps it. 20 MB at most.',
    needs: 'any VIEW token at the site',
    upload: { field: 'photo', answer: snapshotUploadSchema },
  },
  {
    method: 'POST',
    path: '/sites/manage/:siteId/picture',
    summary: 'Upload the own picture of a site; saving the site with its uuid as avatar keeps it. 20 MB at most.',
    needs: 'SITES:MANAGE at the site',
    upload: { field: 'photo', answer: snapshotUploadSchema },
  },
  {
    method: 'GET',
    path: '/files/snapshots/:filename/:size',
    summary: 'The picture of a Place or photo, or the own one of a site; sizes are thumb, large and native.',
    needs: 'any VIEW token at its site; FEATURE:NEARBYSNAPSHOTS too for a photo; or SITES:MANAGE for that of a site',
  },
  {
    method: 'GET',
    path: '/files/snapshots/:filename/tiles/:level/:column/:row',
    summary:
      'A tile of a panorama, 512 px as JPEG. Level 0 is at most 2,048 px wide; each further level is twice as wide.',
    needs: 'any VIEW token and FEATURE:NEARBYSNAPSHOTS at its site',
  },
  {
    method: 'GET',
    path: '/files/snapshots/random/site/:siteId',
    summary: 'The picture of a site.',
    needs: 'any VIEW token at the site',
  },
  {
    method: 'GET',
    path: '/files/pointgrab/download/:filename',
    summary: 'Download an export that is completed.',
    needs: 'POINTGRAB:DOWNLOAD at its site, and to have asked for it, or USERS:VIEW globally',
  },
  {
    method: 'GET',
    path: '/files/pointgrab/grid/:uuid',
    summary: 'The count grid of a point cloud, for estimates.',
    needs: 'POINTGRAB:CREATE or POINTGRAB:DOWNLOAD at its site',
  },
  {
    method: 'GET',
    path: '/files/pointgrab/meshes/:siteId/:modeltypeId/:version',
    summary: 'The index of the meshes of a layer, for estimates.',
    needs: 'POINTGRAB:CREATE or POINTGRAB:DOWNLOAD at the site, and the VIEW token of the layer',
  },
];
