import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MODEL_TYPES, PERMISSION_CACHE_MS } from '@overlook/shared/config';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import type { Services } from '../context.ts';
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
 * The files of published models. Permissions are cached for up to 30 s, so that a tile costs no
 * query. Files that the caller may not see do not exist for the caller.
 */
export function addModelFiles(app: FastifyInstance, services: Services): void {
  const { clock, db } = services;
  const siteIds = createTimedCache<number | null>(clock, PERMISSION_CACHE_MS);
  const files = createFileFinder(clock);
  const root = join(services.filesDir, 'models');

  const answer = async (request: FastifyRequest<{ Params: ModelFileParams }>, reply: FastifyReply) => {
    const reader = await fileReader(services, request, reply);
    const { slug, folder, version, '*': rest } = request.params;
    const type = MODEL_TYPES.find((one) => one.folder === folder && one.id > 0);
    const parts = safeParts(rest);
    if (!type || !parts || !NAME.test(slug) || !NAME.test(version)) throw notFound(NO_FILE);
    const siteId = await siteIds.get(slug, () => findSiteId(db, slug));
    if (siteId === null || !isAllowedAtSite(reader.permissions, siteId, type.token)) throw notFound(NO_FILE);
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
