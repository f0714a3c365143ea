import { join, resolve } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import type { Services } from '../context.ts';
import { embedOrigins } from '../domains/view-grants/embed-origins.ts';
import { notFound } from '../errors/app-error.ts';
import { createFileFinder } from './stored-file.ts';
import { frameAncestors } from '../http/security-headers.ts';
import { sendPage } from './send-page.ts';

/** The built page of people without an account; it has no address of its own. */
export const VISIT_PAGE = 'visit.html';

type SecretRequest = FastifyRequest<{ Params: { token: string } }>;

/**
 * Serves public links (`/view/<secret>`) and the content of frames (`/embed/<secret>`): the same page for each secret,
 * so that its answer does not reveal which exist. A link is never shown in a frame; an embed is shown in frames of its
 * own origins.
 */
export function addVisitPages(app: FastifyInstance, services: Services, webDir: string): void {
  const root = resolve(webDir);
  const files = createFileFinder(services.clock);

  const answer = async (request: FastifyRequest, reply: FastifyReply, origins: readonly string[]) => {
    const page = await files.find(root, join(root, VISIT_PAGE));
    if (!page) throw notFound(REQUESTS_MESSAGES['request.appMissing']);
    await frameAncestors(request, reply, services.env, origins);
    void reply.header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex, nofollow');
    return sendPage(request, reply, page, services.env.productName);
  };

  app.get('/view/:token', (request, reply) => answer(request, reply, []));
  app.get('/embed/:token', async (request: SecretRequest, reply) =>
    answer(request, reply, await embedOrigins(services, request.params.token)),
  );
}
