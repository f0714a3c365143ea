import { join, resolve } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import type { Services } from '../context.ts';
import { notFound } from '../errors/app-error.ts';
import { createFileFinder, createObjectFinder, safeParts, type StoredFile } from './stored-file.ts';
import { sendFile } from './send-file.ts';
import { createTimedCache } from '../services/timed-cache.ts';
import { keptParts } from './kept-builds.ts';
import { sendPage } from './send-page.ts';
import { VISIT_PAGE } from './visit-pages.ts';

/** Vite puts a hash of the content into the names of the files that it writes here. */
const HASHED = /^assets\//;
/** How long the list of kept builds is cached. */
const BUILDS_KNOWN_FOR_MS = 30_000;
/** Code that all pages may load, also those of other origins: it has no data of any site (docs/embedding). */
const PUBLIC = /^(?:assets|embed|layers)\//;
/** They have addresses without an ending. */
const PAGES = new Set(['index.html', VISIT_PAGE]);
const NOT_PAGES = /^\/(?:api|trpc)(?:\/|$)/;

/**
 * Whether the last part of a path ends like a file. One pattern over the whole path is avoided, because its time is
 * quadratic in the length.
 */
const hasEnding = (path: string): boolean => /\../s.test(path.slice(path.lastIndexOf('/') + 1));

const pathOf = (url: string): string | null => {
  try {
    return decodeURIComponent(url.split('?', 1)[0]!);
  } catch {
    return null;
  }
};

/** Lets pages of every origin load this answer, without cookies; it is the same for all of them. */
function openToAllOrigins(reply: FastifyReply): void {
  void reply.header('Access-Control-Allow-Origin', '*').header('Cross-Origin-Resource-Policy', 'cross-origin');
}

/**
 * Serves the built web app: its files, parts of replaced builds, and `index.html` for every other address that is a page. Below `/api` and
 * `/trpc`, and for names with an ending, missing files give 404.
 */
export function addWebApp(
  app: FastifyInstance,
  { clock, env, objects }: Pick<Services, 'clock' | 'env' | 'objects'>,
  webDir: string,
): void {
  const root = resolve(webDir);
  const files = createFileFinder(clock);
  const stored = createObjectFinder(clock, objects);
  const kept = createTimedCache<ReadonlyMap<string, string>>(clock, BUILDS_KNOWN_FOR_MS);

  /** A file of the running build, or a part of one that it replaced. */
  const findFile = async (name: string): Promise<StoredFile | null> => {
    const parts = safeParts(name);
    if (!parts) return null;
    const file = await files.find(root, join(root, ...parts));
    if (file || !HASHED.test(name)) return file;
    const keys = await kept.get('parts', () => keptParts(objects));
    const key = keys.get(name);
    return key === undefined ? null : stored.find(key, (ending) => keys.get(name + ending) === key + ending);
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path === null || !isRead || NOT_PAGES.test(path)) throw notFound();
    const name = path.slice(1);
    const file = await findFile(name);
    if (file && !PAGES.has(name)) {
      if (PUBLIC.test(name)) openToAllOrigins(reply);
      void reply.header('Cache-Control', HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache');
      return sendFile(request, reply, file);
    }
    if (hasEnding(path) && !PAGES.has(name)) throw notFound();
    const index = await files.find(root, join(root, 'index.html'));
    if (!index) throw notFound(REQUESTS_MESSAGES['request.appMissing']);
    void reply.header('Cache-Control', 'no-cache');
    return sendPage(request, reply, index, env.productName);
  };

  app.setNotFoundHandler((request, reply) => answer(request, reply));
}
