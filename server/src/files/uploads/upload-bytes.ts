import { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { UPLOADS_MESSAGES } from '@overlook/shared/messages';
import type { Services } from '../../context.ts';
import { assertMaySend } from '../../domains/uploads/receive-bytes.ts';
import { notFound } from '../../errors/app-error.ts';
import { toAppError } from '../../errors/to-app-error.ts';
import { admittedCaller, assertOwnOrigin } from '../../http/admission.ts';
import { requestContext } from '../../http/request-context.ts';
import { recordRefusal } from '../../services/audit.ts';
import { allowSlowBody } from '../../storage/slow-bodies.ts';
import { UploadDataStore } from './upload-data-store.ts';
import { createUploadLocks } from './upload-locks.ts';

const PATH = '/api/uploads';
type UploadRequest = FastifyRequest<{ Params: { id: string } }>;

/**
 * The bytes of deliveries by tus 1.0 (HEAD and PATCH; `uploads.create` makes them). Every request is checked: session, person, permission
 * at the site, and that the site is not archived.
 */
export async function addUploadBytes(app: FastifyInstance, services: Services): Promise<void> {
  const tus = new Server({
    path: PATH,
    datastore: new UploadDataStore(services),
    locker: createUploadLocks(services.db),
    // No pages of other origins.
    allowedOrigins: [],
    onResponseError(_request, error) {
      const app = toAppError(error);
      // Errors of the protocol have their own status and text.
      if ('status_code' in error) return undefined;
      if (app.status >= 500 && !app.isLogged) services.log.error({ err: error }, 'an upload failed');
      return { status_code: app.status, body: JSON.stringify(app.body()) };
    },
  });

  const check = async (request: UploadRequest, reply: FastifyReply) => {
    const context = await requestContext(services, request, reply);
    try {
      assertOwnOrigin(context);
      const caller = await admittedCaller(context, { isChange: true });
      const id = z.uuid().safeParse(request.params.id);
      if (!id.success) throw notFound(UPLOADS_MESSAGES['uploads.unknown']);
      await assertMaySend(services.db, caller, id.data);
    } catch (error) {
      await recordRefusal(context, { action: 'uploads.send' }, toAppError(error).code);
      throw error;
    }
  };

  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // The bytes stay in the request until tus reads them.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _body, parsed) => parsed(null));
    scope.route<{ Params: { id: string } }>({
      method: ['HEAD', 'PATCH'],
      url: `${PATH}/:id`,
      exposeHeadRoute: false,
      preHandler: check,
      async handler({ raw }, reply) {
        reply.hijack();
        const endSlowBody = allowSlowBody(raw.socket);
        try {
          reply.raw.setHeader('Cache-Control', 'no-store');
          await tus.handle(raw, reply.raw);
        } finally {
          endSlowBody();
        }
      },
    });
    done();
  });
}
