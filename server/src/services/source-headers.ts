import { z } from 'zod';
import type { SecretBox } from './secret-box.ts';

/** Names and values, in their original order. */
export type SourceHeaders = readonly (readonly [name: string, value: string])[];

/** Headers of the connection and of ours, and those that would change the request. */
const OURS = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

const isOurs = (name: string): boolean => OURS.has(name.toLowerCase()) || /^(proxy|sec|access-control)-/i.test(name);

/** A token (RFC 9110 §5.6.2), and visible letters with blanks in between: no line break that would begin another header. */
const headerSchema = z.tuple([
  z
    .string()
    .max(100, 'has a name that is too long')
    .regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/i, 'has a name that no header can have')
    .refine((name) => !isOurs(name), 'has a name that is kept for the server'),
  z
    .string()
    .max(8000, 'has a value that is too long')
    .regex(
      /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/,
      'has a value with a character that no header can have, or none',
    ),
]);

/** The headers of a source. A faulty one is reported by its number, never by its value. */
export const sourceHeadersSchema = z
  .array(headerSchema)
  .max(20)
  .refine(
    (headers) => new Set(headers.map(([name]) => name.toLowerCase())).size === headers.length,
    'name a header twice',
  );

/** The origin of an address for all tags; null where it depends on the tag or is neither http nor https. */
export function sourceOrigin(url: string): string | null {
  const [one, other] = ['a', 'b'].map((tag) => {
    const address = url.replaceAll('{tag}', tag);
    return URL.canParse(address) ? new URL(address) : null;
  });
  if (!one || one.origin !== other?.origin || !['http:', 'https:'].includes(one.protocol)) return null;
  return one.origin;
}

/** A source of a model, as far as its headers are bound to it. */
export interface HeaderOwner {
  readonly modelId: number;
  readonly name: string;
  readonly url: string;
}

/** The seal is bound to the source and its origin. */
const associatedDataOf = ({ modelId, name, url }: HeaderOwner) => `source:${modelId}:${sourceOrigin(url)}:${name}`;

/** Encrypts headers for the table. */
export const sealHeaders = (secrets: SecretBox, owner: HeaderOwner, headers: SourceHeaders): Promise<string> =>
  secrets.seal(JSON.stringify(headers), associatedDataOf(owner));

/** The headers again. Throws when they were sealed with another key or for another source or origin. */
export async function openHeaders(secrets: SecretBox, owner: HeaderOwner, sealed: string): Promise<SourceHeaders> {
  return sourceHeadersSchema.parse(JSON.parse(await secrets.open(sealed, associatedDataOf(owner))));
}
