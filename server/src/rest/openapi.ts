import { PRODUCT_VERSION } from '@overlook/shared/config';
import { errorBodySchema } from '@overlook/shared/schemas';
import { z } from 'zod';
import { describeProcedure } from './procedures.ts';
import { REST_TABLE, type RestRow } from './table.ts';

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

const errorAnswer = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

function answers(isPublic: boolean, hasInput: boolean, output: z.ZodType): Json {
  return {
    200: { description: 'Done.', content: { 'application/json': { schema: jsonSchema(output, 'output') } } },
    ...(hasInput ? { 400: errorAnswer('The input is not valid.') } : {}),
    ...(isPublic ? {} : { 401: errorAnswer('No session, or it has ended.') }),
    default: errorAnswer('Any other error.'),
  };
}

function describeRow(row: RestRow): Json {
  const { meta, input, output, type } = describeProcedure(row.procedure);
  const body = input ? jsonSchema(input, 'input') : null;
  return {
    operationId: row.procedure,
    summary: meta.summary,
    tags: [row.procedure.split('.')[0]],
    ...(meta.isPublic ? { security: [] } : type === 'query' ? { security: [{ bearer: [] }, { cookie: [] }] } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: body }, 'application/x-www-form-urlencoded': { schema: body } },
          },
        }
      : {}),
    responses: answers(meta.isPublic === true, input !== null, output),
  };
}

/** The OpenAPI 3.1 document of the REST table. */
export function openApiDocument(productName: string, serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const row of REST_TABLE) {
    const path = row.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: describeRow(row) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version: PRODUCT_VERSION },
    servers: [{ url: `${serverUrl}/api` }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBodySchema, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'overlook_session', description: 'Reading only.' },
      },
    },
  };
}
