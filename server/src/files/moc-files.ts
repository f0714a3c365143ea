import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import { siteInputSchema } from '@overlook/shared/schemas';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { Services, SignedInContext } from '../context.ts';
import { csvPieces, geojsonPieces } from '../domains/mocs/export-mocs.ts';
import { notFound } from '../errors/app-error.ts';
import { admittedCaller } from '../http/admission.ts';
import { requestContext } from '../http/request-context.ts';
import { streamInPersonsTurn } from '../services/heavy-work.ts';
import { addBcfFiles } from './bcf-files.ts';

const FORMATS = {
  geojson: { type: 'application/geo+json; charset=utf-8', pieces: geojsonPieces },
  csv: { type: 'text/csv; charset=utf-8', pieces: csvPieces },
} as const;

/** The changes of a site as files, which are made while they are sent, and from files. */
export async function addMocFiles(app: FastifyInstance, services: Services): Promise<void> {
  await addBcfFiles(app, services);
  for (const [ending, { type, pieces }] of Object.entries(FORMATS)) {
    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const context = await requestContext(services, request, reply);
      const caller = await admittedCaller(context, { isChange: false });
      const input = siteInputSchema.safeParse(request.params);
      if (!input.success || !isAllowedAtSite(caller.permissions, input.data.siteId, 'MOC:VIEW'))
        throw notFound(ADMIN_MESSAGES['site.unknown']);
      const reading: SignedInContext = { ...context, caller };
      const file: Readable = await streamInPersonsTurn(reading, () => pieces(reading, input.data));
      return reply
        .type(type)
        .header('Cache-Control', 'no-store')
        .header('Content-Disposition', `attachment; filename="mocs.${ending}"`)
        .send(file);
    };
    app.get(`/api/sites/:siteId/mocs/export.${ending}`, { exposeHeadRoute: false }, answer);
  }
}
