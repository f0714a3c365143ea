import contentDisposition from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toLine } from '@overlook/shared/schemas';
import type { Services } from '../context.ts';
import { exportKey, isExportName } from '../domains/exports/export-files.ts';
import { type DownloadRow, findFinished } from '../domains/exports/find-download.ts';
import { findReadableLayer } from '../domains/exports/mesh-layers.ts';
import { findReadableCloud } from '../domains/exports/pointcloud.ts';
import { notFound } from '../errors/app-error.ts';
import { isVersion } from '../storage/version-folders.ts';
import { CACHED_FOR_EVER, CHECKED_EACH_TIME, NO_SCRIPTS, readingCaller, NO_FILE } from './file-answers.ts';
import { sendFile } from './send-file.ts';
import { createFolderFinder } from './folder-finder.ts';
import { STORE_FILES } from '../pointclouds/store/store-index.ts';
import { createObjectFinder } from './stored-file.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Longest name of a saved file without its ending. */
const NAME_LONGEST = 80;

/** The name under which a browser saves an export: its description, by which its owner knows it. */
function savedName({ description, format }: DownloadRow): string {
  const name = toLine(description.replaceAll(/[\\/<>:"|?*.]/g, ' '), NAME_LONGEST).replaceAll(/ {2,}/g, ' ');
  return `${name || 'export'}.${format.toLowerCase()}`;
}

interface MeshParams {
  siteId: string;
  modeltypeId: string;
  version: string;
}

/** Finished exports, and the count grids and mesh indexes from which exports are estimated. */
export function addExportFiles(app: FastifyInstance, services: Services): void {
  const { clock, db, folders, objects } = services;
  const files = createFolderFinder(clock, folders);
  const stored = createObjectFinder(clock, objects);

  /** An interrupted download is resumed by a range with `If-Range`. */
  const download = async (request: FastifyRequest<{ Params: { filename: string } }>, reply: FastifyReply) => {
    const caller = await readingCaller(services, request, reply);
    const { filename } = request.params;
    const row = isExportName(filename) ? await findFinished(db, caller, { filename, now: clock.now() }) : null;
    if (!row) throw notFound(NO_FILE);
    const file = await stored.named(exportKey(row.filename));
    void reply
      .header('Cache-Control', CHECKED_EACH_TIME)
      .header('Content-Security-Policy', NO_SCRIPTS)
      .header('Content-Disposition', contentDisposition(savedName(row)));
    return sendFile(request, reply, file, 'application/octet-stream');
  };

  const grid = async (request: FastifyRequest<{ Params: { uuid: string } }>, reply: FastifyReply) => {
    const caller = await readingCaller(services, request, reply);
    const { uuid } = request.params;
    const row = UUID.test(uuid) ? await findReadableCloud(db, caller, uuid) : null;
    const file = row && (await files.find(row.filepath, STORE_FILES.grid));
    if (!file) throw notFound(NO_FILE);
    void reply.headers({ 'Cache-Control': CACHED_FOR_EVER, 'Content-Security-Policy': NO_SCRIPTS });
    return sendFile(request, reply, file, 'application/octet-stream');
  };

  const meshes = async (request: FastifyRequest<{ Params: MeshParams }>, reply: FastifyReply) => {
    const caller = await readingCaller(services, request, reply);
    const { version } = request.params;
    const [siteId, modeltypeId] = [Number(request.params.siteId), Number(request.params.modeltypeId)];
    const isNamed = Number.isInteger(siteId) && isVersion(version);
    const held = isNamed && (await findReadableLayer(db, caller, { siteId, modeltypeId, version }));
    if (!held) throw notFound(NO_FILE);
    const bytes = await services.meshIndexes.bytesOf(held);
    void reply.headers({ 'Cache-Control': CACHED_FOR_EVER, 'Content-Security-Policy': NO_SCRIPTS });
    return reply.type('application/octet-stream').send(bytes);
  };

  const method = ['GET', 'HEAD'];
  app.route<{ Params: { filename: string } }>({
    method,
    url: '/api/files/pointgrab/download/:filename',
    handler: download,
  });
  app.route<{ Params: { uuid: string } }>({ method, url: '/api/files/pointgrab/grid/:uuid', handler: grid });
  app.route<{ Params: MeshParams }>({
    method,
    url: '/api/files/pointgrab/meshes/:siteId/:modeltypeId/:version',
    handler: meshes,
  });
}
