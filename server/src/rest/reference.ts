import type { FastifyInstance } from 'fastify';
import { type z, z as zod } from 'zod';
import type { Env } from '../env.ts';
import { escapeHtml } from '../escape-html.ts';
import { openApiDocument } from './openapi.ts';
import { FILE_TABLE } from './file-table.ts';
import { describeProcedure } from './procedures.ts';
import { REST_TABLE } from './table.ts';

const STYLE = `
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  article { border-top: 1px solid color-mix(in srgb, currentcolor 25%, transparent); padding: 1rem 0 }
  h2 { font-size: 1rem; margin: 0 } code, pre { font: 14px/1.5 ui-monospace, monospace }
  pre { overflow-x: auto; max-height: 24rem; background: color-mix(in srgb, currentcolor 6%, transparent); padding: .75rem }`;

function schemaBlock(title: string, schema: z.ZodType | null, io: 'input' | 'output'): string {
  if (!schema) return '';
  const text = JSON.stringify(zod.toJSONSchema(schema, { io, unrepresentable: 'any' }), null, 2);
  return `<details><summary>${title}</summary><pre>${escapeHtml(text)}</pre></details>`;
}

/** The REST calls as a page; it has no script, so it does not need the web app. */
function docsPage(productName: string): string {
  const rows = REST_TABLE.map((row) => {
    const { meta, input, output, type } = describeProcedure(row.procedure);
    const session = meta.isPublic ? 'No session needed.' : type === 'query' ? 'Session.' : 'Session token as Bearer.';
    const permission = meta.permissions ? ` Needs ${meta.permissions.join(' and ')} globally.` : '';
    return `<article><h2><code>${row.method} /api${escapeHtml(row.path)}</code></h2>
      <p>${escapeHtml(meta.summary)} ${session}${permission}</p>
      ${schemaBlock('Input', input, 'input')}${schemaBlock('Answer', output, 'output')}</article>`;
  });
  const files = FILE_TABLE.map(
    ({ method, path, summary, needs, upload, query = null }) =>
      `<article><h2><code>${method} /api${escapeHtml(path)}</code></h2>
      <p>${escapeHtml(summary)} Needs ${escapeHtml(needs)}.${upload ? ` Multipart, field <code>${upload.field}</code>.` : ''}</p>
      ${schemaBlock('Query', query, 'input')}${schemaBlock('Answer', upload?.answer ?? null, 'output')}</article>`,
  );
  const title = `${escapeHtml(productName)} API`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
    <body><main><h1>${title}</h1>
    <p>Send <code>Authorization: Bearer &lt;token&gt;</code> with the token of <code>sign_in</code>. Errors are
    <code>{"error", "code", "fields"?}</code>. The same as <a href="openapi.json">OpenAPI</a>.</p>
    ${[...rows, ...files].join('\n')}</main></body></html>`;
}

/**
 * Serves the description of the REST calls, for machines and for people. Each is made at the first request and cached,
 * because all people may request it, and making one takes tens of milliseconds.
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
