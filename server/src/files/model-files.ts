import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MODEL_TYPES, PERMISSION_CACHE_MS } from '@overlook/shared/config';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import type { Reader, Services } from '../context.ts';
import {
  type FileOfCapture,
  findCaptureOfFile,
  isOpenTo,
  type StoredCapture,
} from '../domains/captures/find-capture.ts';
import { findSiteId } from '../domains/sites/list-sites.ts';
import { notFound } from '../errors/app-error.ts';
import { NO_FILE, NO_SCRIPTS, cachingFor, fileReader } from './file-answers.ts';
import { createFileFinder, safeParts } from './stored-file.ts';
import { sendFile } from './send-file.ts';
import { createTimedCache } from '../services/timed-cache.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

interface ModelFileParams {
  slug: string;
  folder: string;
  version: string;
  '*': string;
}

/**
 * The files of published models and of drafts. Permissions and captures are cached for up to 30 s, so that a tile costs no
 * query. Files that the caller may not see do not exist for the caller.
 */
export function addModelFiles(app: FastifyInstance, services: Services): void {
  const { clock, db } = services;
  const siteIds = createTimedCache<number | null>(clock, PERMISSION_CACHE_MS);
  const captures = createTimedCache<StoredCapture | null>(clock, PERMISSION_CACHE_MS);
  const files = createFileFinder(clock);
  const root = join(services.filesDir, 'models');

  /** A capture that the reader may not see may have been published a moment ago. */
  const isOpen = async (file: FileOfCapture, reader: Reader): Promise<boolean> => {
    const key = `${file.slug}/${file.folder}/${file.version}`;
    const load = () => findCaptureOfFile(db, file);
    const cached = await captures.get(key, load);
    if (cached && isOpenTo(reader, cached)) return true;
    captures.forget(key);
    const fresh = await captures.get(key, load);
    return fresh !== null && isOpenTo(reader, fresh);
  };

  const answer = async (request: FastifyRequest<{ Params: ModelFileParams }>, reply: FastifyReply) => {
    const reader = await fileReader(services, request, reply);
    const { slug, folder, version, '*': rest } = request.params;
    const type = MODEL_TYPES.find((one) => one.folder === folder && one.id > 0);
    const parts = safeParts(rest);
    if (!type || !parts || !NAME.test(slug) || !NAME.test(version)) throw notFound(NO_FILE);
    const siteId = await siteIds.get(slug, () => findSiteId(db, slug));
    if (siteId === null || !isAllowedAtSite(reader.permissions, siteId, type.token)) throw notFound(NO_FILE);
    if (!(await isOpen({ siteId, modeltypeId: type.id, slug, folder, version }, reader))) throw notFound(NO_FILE);
    const versionDir = join(root, slug, folder, version);
    const file = await files.find(versionDir, join(versionDir, ...parts));
    if (!file) throw notFound(NO_FILE);
    void reply.header('Cache-Control', cachingFor(reader)).header('Content-Security-Policy', NO_SCRIPTS);
    return sendFile(request, reply, file);
  };

  app.route<{ Params: ModelFileParams }>({
    method: ['GET', 'HEAD'],
    url: '/api/files/models/:slug/:folder/:version/*',
    handler: answer,
  });
}
