import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MODEL_TYPES, PERMISSION_CACHE_MS } from '@overlook/shared/config';
import { isAllowed } from '@overlook/shared/permissions';
import type { Services } from '../context.ts';
import { findSiteId } from '../domains/sites/find-site-id.ts';
import { disclaimerRequired, notFound, notSignedIn } from '../errors.ts';
import { createFileFinder, safeParts } from '../files/stored-file.ts';
import { sendFile } from '../files/send-file.ts';
import { callerOf } from '../http/request-context.ts';
import { createTimedCache } from '../services/timed-cache.ts';

/** Published content never changes under its address; it is one user's to see, so shared caches keep none of it. */
const CACHE_CONTROL = 'private, max-age=31536000, immutable';
/** Whatever somebody publishes, a browser that opens it directly runs none of it. */
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
 * The files of published models. Who may see them is answered from memory for up to 30 s, so that a tile costs no
 * query. What the caller may not see is answered like what is not there.
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
