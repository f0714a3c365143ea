import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.ts';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';

/**
 * Serves what the REST calls are, for machines and for people. Each is made when it is first asked for and kept: anybody may
 * ask, and making one takes tens of milliseconds.
 */
export function addReference(app: FastifyInstance, { productName, publicUrl }: Env): void {
  let openApi: string | null = null;
  let docs: string | null = null;
  app.get('/api/openapi.json', async (_request, reply) => {
    openApi ??= JSON.stringify(openApiDocument(productName, publicUrl));
    return reply.type('application/json; charset=utf-8').send(openApi);
  });
  app.get('/api/docs', async (_request, reply) => {
    docs ??= docsPage(productName);
    return reply.type('text/html; charset=utf-8').send(docs);
  });
}
