import { PRODUCT_VERSION } from '@overlook/shared/config';
import { errorBodySchema } from '@overlook/shared/schemas';
import { z } from 'zod';
import { FILE_TABLE, type FileRow } from './file-table.ts';
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

interface ObjectSchema {
  readonly properties?: Record<string, Json>;
  readonly required?: readonly string[];
}

/**
 * The places of a row's input: named parts in the path, the rest into the query of a GET and the body of anything else.
 */
function inputPlaces({ method, path }: RestRow, schema: ObjectSchema): Json {
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name!));
  const { properties = {}, required = [] } = schema;
  const parameter = (name: string) => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    required: inPath.has(name) || required.includes(name),
    schema: properties[name] ?? {},
  });
  const others = Object.keys(properties).filter((name) => !inPath.has(name));
  const parameters = [...inPath, ...(method === 'GET' ? others : [])].map(parameter);
  const body = {
    ...schema,
    properties: Object.fromEntries(others.map((name) => [name, properties[name]])),
    required: required.filter((name) => !inPath.has(name)),
  };
  const content = { 'application/json': { schema: body }, 'application/x-www-form-urlencoded': { schema: body } };
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method !== 'GET' && others.length > 0 ? { requestBody: { required: true, content } } : {}),
  };
}

function answers({ meta, input, output }: ReturnType<typeof describeProcedure>, { sends }: RestRow): Json {
  const isPublic = meta.isPublic === true;
  const refusals = [
    ...(isPublic || meta.isOpenBeforeDisclaimer ? [] : ['The disclaimer has not been accepted (DISCLAIMER_REQUIRED).']),
    ...(meta.permissions ? ['The session lacks the permission.'] : []),
  ];
  const mayBeHidden = meta.permissionsAtSite !== undefined;
  return {
    200: {
      description: 'Done.',
      content: sends
        ? { [sends.type]: { schema: { type: 'string' } } }
        : { 'application/json': { schema: jsonSchema(output, 'output') } },
    },
    ...(input ? { 400: errorAnswer('The input is not valid.') } : {}),
    ...(isPublic ? {} : { 401: errorAnswer('No session, or it has ended.') }),
    ...(refusals.length > 0 ? { 403: errorAnswer(refusals.join(' ')) } : {}),
    ...(mayBeHidden ? { 404: errorAnswer('There is no such thing, or none that the session may see.') } : {}),
    default: errorAnswer('Any other error.'),
  };
}

function describeRow(row: RestRow): Json {
  const procedure = describeProcedure(row.procedure);
  const { meta, input, type } = procedure;
  const { permissions, permissionsAtSite } = meta;
  return {
    // A procedure may have two rows, POST and PUT: an operation's name must be unique.
    operationId: row.method === 'PUT' ? `${row.procedure}.put` : row.procedure,
    summary: meta.summary,
    ...(permissions ? { description: `Needs ${permissions.join(' and ')} globally.` } : {}),
    ...(permissionsAtSite ? { description: `Needs ${permissionsAtSite.join(' and ')} at the site.` } : {}),
    tags: [row.procedure.split('.')[0]],
    ...(meta.isPublic ? { security: [] } : type === 'query' ? { security: [{ bearer: [] }, { cookie: [] }] } : {}),
    ...(input ? inputPlaces(row, jsonSchema(input, 'input') as ObjectSchema) : {}),
    responses: answers(procedure, row),
  };
}

const named = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}');

function describeFile({ method, path, summary, needs, upload, query }: FileRow): Json {
  const inPath = [...named(path).matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const asked = Object.entries(query ? ((jsonSchema(query, 'input') as ObjectSchema).properties ?? {}) : {});
  const inQuery = asked.map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
  const binary = { type: 'string', format: 'binary' };
  const form = upload && { type: 'object', required: [upload.field], properties: { [upload.field]: binary } };
  const refusals = upload
    ? { 400: errorAnswer('The file is not accepted.'), 413: errorAnswer('The file is too large.') }
    : {};
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z]+(.)?/g, (_, letter = '') => String(letter).toUpperCase())}`,
    summary,
    description: `Needs ${needs}.`,
    tags: ['files'],
    ...(upload ? {} : { security: [{ bearer: [] }, { cookie: [] }] }),
    ...(inPath.length + inQuery.length > 0 ? { parameters: [...inPath, ...inQuery] } : {}),
    ...(form ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } } : {}),
    responses: {
      200: {
        description: 'Done.',
        content: upload
          ? { 'application/json': { schema: jsonSchema(upload.answer, 'output') } }
          : { 'application/octet-stream': { schema: binary } },
      },
      ...refusals,
      401: errorAnswer('No session, or it has ended.'),
      404: errorAnswer('There is no such thing, or none that the session may see.'),
      default: errorAnswer('Any other error.'),
    },
  };
}

/** The OpenAPI 3.1 document of the REST table and of the files. */
export function openApiDocument(productName: string, serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const row of REST_TABLE) {
    const path = named(row.path);
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: describeRow(row) };
  }
  for (const row of FILE_TABLE) paths[named(row.path)] = { [row.method.toLowerCase()]: describeFile(row) };
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: PRODUCT_VERSION,
      description:
        'Until a user has accepted the legal disclaimer with `POST /auth/acceptdisclaimer`, calls and files that need a ' +
        'session answer 403 `DISCLAIMER_REQUIRED`, except `GET /auth/check` and `POST /auth/sign_out`.',
    },
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
