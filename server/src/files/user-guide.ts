import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { USER_GUIDE_PATH } from '@overlook/shared/config';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import { notFound } from '../errors/app-error.ts';
import { sendFile } from './send-file.ts';
import { createFileFinder } from './stored-file.ts';
import type { Clock } from '../services/clock.ts';

/**
 * Serves the user guide without a session: it is public, and people who cannot sign in need it too. 404 with a
 * sentence where there is none, as on a development server before the first build.
 */
export function addUserGuide(app: FastifyInstance, clock: Clock, guideFile: string | null): void {
  const files = createFileFinder(clock);
  app.route({
    method: ['GET', 'HEAD'],
    url: USER_GUIDE_PATH,
    async handler(request, reply) {
      const file = guideFile === null ? null : await files.find(dirname(guideFile), guideFile);
      if (!file) throw notFound(REQUESTS_MESSAGES['request.guideMissing']);
      void reply.header('Cache-Control', 'public, max-age=3600').header('Content-Disposition', 'inline');
      return sendFile(request, reply, file);
    },
  });
}
