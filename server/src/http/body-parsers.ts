import type { FastifyInstance } from 'fastify';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import { invalid } from '../errors/app-error.ts';
import { assertFewFields, assertFewValues } from './input-size.ts';

function parseJson(text: string): unknown {
  assertFewValues(text);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(REQUESTS_MESSAGES['request.bodyInvalid']);
  }
}

function parseForm(text: string): unknown {
  assertFewFields(text);
  return Object.fromEntries(new URLSearchParams(text));
}

/**
 * How the REST calls read their bodies: JSON, JSON that is declared as a form (older clients do: kept as specified,
 * §7), and real form encoding. An empty body is no body.
 */
export function parseRestBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : parseJson(text as string));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const text = (body as string).trim();
    try {
      if (text === '') done(null, undefined);
      else if (/^[{["]/.test(text)) done(null, parseJson(text));
      else done(null, parseForm(text));
    } catch (error) {
      done(error as Error);
    }
  });
}
