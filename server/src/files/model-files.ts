import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MODEL_TYPES, PERMISSION_CACHE_MS } from '@overlook/shared/config';
import { isAllowed } from '@overlook/shared/permissions';
import type { Services } from '../context.ts';
import { findSiteId } from '../domains/sites/list-sites.ts';
import { disclaimerRequired, notFound, notSignedIn } from '../errors/app-error.ts';
import { createFileFinder, safeParts } from './stored-file.ts';
import { sendFile } from './send-file.ts';
import { callerOf } from '../http/request-context.ts';
import { createTimedCache } from '../services/timed-cache.ts';

/** Published content never changes under its address; it depends on the user, so shared caches must not keep it. */
const CACHE_CONTROL = 'private, max-age=31536000, immutable';
/** A browser that opens a published file directly runs no script of it. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; sandbox";
const NO_FILE = 'There is no such file.';
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

interface ModelFileParams {
  slug: string;
  folder: string;
  version: string;
  '*': string;
}

/**
 * The files of published models. Permissions are cached for up to 30 s, so that a tile costs no
 * query. For the caller, what the caller may not see does not exist.
 */
export function addModelFiles(app: FastifyInstance, services: Services, filesDir: string): void {
  const { access, clock, db } = services;
  const siteIds = createTimedCache<number | null>(clock, PERMISSION_CACHE_MS);
  const files = createFileFinder(clock);
  const root = join(filesDir, 'models');

  const answer = async (request: FastifyRequest<{ Params: ModelFileParams }>, reply: FastifyReply) => {
    const caller = await callerOf(request, reply, services, access.recentSession);
    if (!caller) throw notSignedIn();
    if (!caller.hasAcceptedDisclaimer) throw disclaimerRequired();
    const { slug, folder, version, '*': rest } = request.params;
    const type = MODEL_TYPES.find((one) => one.folder === folder && one.id > 0);
    const parts = safeParts(rest);
    if (!type || !parts || !NAME.test(slug) || !NAME.test(version)) throw notFound(NO_FILE);
    const siteId = await siteIds.get(slug, () => findSiteId(db, slug));
    if (siteId === null || !isAllowed(caller.permissions, siteId, type.token)) throw notFound(NO_FILE);
    const versionDir = join(root, slug, folder, version);
    const file = await files.find(versionDir, join(versionDir, ...parts));
    if (!file) throw notFound(NO_FILE);
    void reply.header('Cache-Control', CACHE_CONTROL).header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    return sendFile(request, reply, file);
  };

  app.route<{ Params: ModelFileParams }>({
    method: ['GET', 'HEAD'],
    url: '/api/files/models/:slug/:folder/:version/*',
    handler: answer,
  });
}
