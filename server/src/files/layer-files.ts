import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { type InstalledLayer, readCode } from '../services/installed-layers.ts';
import { layerSites } from '../domains/layers/list-layers.ts';
import { conflict, notFound } from '../errors/app-error.ts';
import { CACHED_FOR_EVER, CHECKED_EACH_TIME, NO_SCRIPTS, readingCaller, NO_FILE } from './file-answers.ts';
import { sendFile } from './send-file.ts';
import { createFileFinder, safeParts } from './stored-file.ts';

type LayerFileRequest = FastifyRequest<{ Params: { id: string; version: string; '*': string } }>;

/** In place of a version: the folder of a layer's data, which changes without its manifest. */
const DATA = 'data';

/**
 * The files of installed layers, for people who have the layer at one site at least: `/layers/<id>/<version>/<path>` is code,
 * `/layers/<id>/data/<path>` its data. Code is sent only when it matches its manifest, and data never as a script.
 * Files that the caller may not see do not exist for the caller.
 */
export function addLayerFiles(app: FastifyInstance, services: Services): void {
  const answer = async (request: LayerFileRequest, reply: FastifyReply) => {
    const { permissions } = await readingCaller(services, request, reply);
    const { id, version, '*': path } = request.params;
    const layer = (await services.installedLayers.all()).find(({ manifest }) => manifest.id === id);
    const parts = safeParts(path);
    if (!layer || !parts || (version !== DATA && version !== layer.version)) throw notFound(NO_FILE);
    if ((await layerSites(services, permissions, layer.manifest)).length === 0) throw notFound(NO_FILE);
    return version === DATA ? sendData(request, reply, services, layer, parts) : sendCode(reply, layer, path);
  };
  app.get('/layers/:id/:version/*', answer);
}

async function sendCode(reply: FastifyReply, layer: InstalledLayer, path: string): Promise<FastifyReply> {
  const bytes = await readCode(layer, path).catch((error: NodeJS.ErrnoException) => {
    // Messages of the file system name folders of the server.
    throw error.code === undefined ? conflict(error.message) : notFound(NO_FILE);
  });
  if (!bytes) throw notFound(NO_FILE);
  return reply.header('Cache-Control', CACHED_FOR_EVER).type('text/javascript; charset=utf-8').send(bytes);
}

async function sendData(
  request: LayerFileRequest,
  reply: FastifyReply,
  { clock }: Services,
  { folder }: InstalledLayer,
  parts: readonly string[],
): Promise<FastifyReply> {
  const root = join(folder, DATA);
  // Looked up each time: these files change at any moment.
  const file = await createFileFinder(clock).find(root, join(root, ...parts));
  if (!file) throw notFound(NO_FILE);
  void reply.header('Cache-Control', CHECKED_EACH_TIME).header('Content-Security-Policy', NO_SCRIPTS);
  const isScript = ['.js', '.mjs'].includes(extname(file.name).toLowerCase());
  return isScript ? sendFile(request, reply, file, 'text/plain; charset=utf-8') : sendFile(request, reply, file);
}
