import contentDisposition from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BCF_LARGEST_BYTES } from '@overlook/shared/config';
import { MOCS_MESSAGES, ADMIN_MESSAGES } from '@overlook/shared/messages';
import { isAllowedAtSite, type PermissionMap, type PermissionToken } from '@overlook/shared/permissions';
import { bcfExportInputSchema, siteInputSchema } from '@overlook/shared/schemas';
import type { Services } from '../context.ts';
import { exportBcf } from '../domains/mocs/bcf/export-bcf.ts';
import { importBcf } from '../domains/mocs/bcf/import-bcf.ts';
import { notFound } from '../errors/app-error.ts';
import { admittedCaller } from '../http/admission.ts';
import { requestContext } from '../http/request-context.ts';
import { inPersonsTurn } from '../services/heavy-work.ts';
import { receiveFile } from '../storage/receive-file.ts';
import { addUpload } from './upload-routes.ts';

interface SiteParams {
  siteId: string;
}

/** The changes of a site as a BCF file, and the topics of one as changes. */
export async function addBcfFiles(app: FastifyInstance, services: Services): Promise<void> {
  await addUpload<SiteParams>(app, services, {
    path: '/sites/:siteId/mocs/import.bcfzip',
    action: 'mocs.importBcf',
    run(context, request) {
      const siteId = siteOf(context.caller.permissions, request.params, 'MOC:CREATE');
      const largest = { largestBytes: BCF_LARGEST_BYTES, tooLarge: MOCS_MESSAGES['bcf.tooLarge'] };
      return receiveFile(request, { field: 'bcf', filesDir: services.filesDir, ...largest }, (received) =>
        importBcf(context, siteId, received),
      );
    },
  });

  const answer = async (request: FastifyRequest<{ Params: SiteParams }>, reply: FastifyReply) => {
    const context = await requestContext(services, request, reply);
    const caller = await admittedCaller(context, { isChange: false });
    const siteId = siteOf(caller.permissions, request.params, 'MOC:VIEW');
    const { version } = bcfExportInputSchema.parse(request.query);
    const reading = { ...context, caller };
    const { filename, file } = await inPersonsTurn(reading, () => exportBcf(reading, { siteId, version }));
    return reply
      .type('application/octet-stream')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', contentDisposition(filename))
      .send(file);
  };
  app.get<{ Params: SiteParams }>('/api/sites/:siteId/mocs/export.bcfzip', { exposeHeadRoute: false }, answer);
}

/** The site of an address. Throws 404 where the token is missing: the site then does not exist for the caller. */
function siteOf(permissions: PermissionMap, params: SiteParams, token: PermissionToken): number {
  const input = siteInputSchema.safeParse(params);
  if (!input.success || !isAllowedAtSite(permissions, input.data.siteId, token))
    throw notFound(ADMIN_MESSAGES['site.unknown']);
  return input.data.siteId;
}
