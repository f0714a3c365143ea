import { isIP } from 'node:net';
import { z } from 'zod';
import { parsePostgresUrl } from '@overlook/db';
import { FEATURE_FLAGS } from '@overlook/shared/config';

/** Splits "a, b" into its parts; empty text gives no parts. */
const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const hasProtocol = (text: string, protocols: readonly string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

export const url = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => hasProtocol(text, protocols), `must be a URL like ${example}`);

/** A database on one host, or on several of which one is the primary. */
export const postgresUrl = z
  .string()
  .refine(
    (text) => parsePostgresUrl(text) !== null,
    'must be a URL like postgres://user:password@host:5432/name, also with hosts like one:5432,two:5432',
  );

/** Whether a URL, which may end in slashes, has neither path nor query, fragment or person. Other texts are refused as no URL. */
export function isOrigin(text: string): boolean {
  const trimmed = text.replace(/\/+$/, '');
  return !URL.canParse(trimmed) || new URL(trimmed).href === `${new URL(trimmed).origin}/`;
}

export const origins = z
  .string()
  .transform(list)
  .refine(
    (all) => all.every((one) => hasProtocol(one, ['http:', 'https:']) && new URL(one).origin === one),
    'must be a comma list of origins like https://portal.example.com, without a path',
  );

/** Names that `proxy-addr` knows for ranges of addresses. */
const ADDRESS_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** "10.0.0.5", "10.0.0.0/8", "fd00::/8" or "loopback". */
function isProxyAddress(text: string): boolean {
  if (ADDRESS_RANGES.has(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

export const proxyAddresses = z
  .string()
  .transform(list)
  .refine(
    (all) => all.every(isProxyAddress),
    'must be a comma list of addresses like 127.0.0.1, 10.0.0.0/8 or loopback',
  );

export const emailAddress = z.string().regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an e-mail address');

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

export const mailRecipients = z
  .string()
  .transform((text) => list(text.toLowerCase()))
  .refine(
    (all) => all.every((one) => one === '*' || one === 'people' || DOMAIN.test(one)),
    'must be people, *, or a comma list of domains like example.com',
  );

export const gigabytes = z
  .string()
  .regex(/^\d+$/, 'must be a whole number of gigabytes')
  .transform(Number)
  .refine((gb) => gb >= 1, 'must be at least 1');

export const hours = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of hours, at least 1')
  .transform(Number);

export const features = z
  .string()
  .transform(list)
  .pipe(z.array(z.enum(FEATURE_FLAGS, `must be a comma list of ${FEATURE_FLAGS.join(', ')}`)));

const S3_PARAMETERS = new Set(['endpoint', 'region']);
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*\/?$/;

/** A place in S3, without its credentials. */
export interface S3Address {
  readonly bucket: string;
  /** Of all keys; empty, or ending in a slash. */
  readonly prefix: string;
  /** Null for Amazon's own. */
  readonly endpoint: string | null;
  readonly region: string;
}

/** The address of an S3 bucket, without its credentials: its prefix is empty or ends in a slash. Null where it is none. */
export function parseS3Url(text: string): S3Address | null {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address?.protocol !== 's3:' || !BUCKET.test(address.host) || !PREFIX.test(address.pathname)) return null;
  const { searchParams, username, password } = address;
  const endpoint = searchParams.get('endpoint');
  const isKnown = [...searchParams.keys()].every((name) => S3_PARAMETERS.has(name));
  if (
    !isKnown ||
    username !== '' ||
    password !== '' ||
    (endpoint !== null && !hasProtocol(endpoint, ['http:', 'https:']))
  )
    return null;
  const prefix = address.pathname.replace(/^\/|\/$/g, '');
  return {
    bucket: address.host,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: searchParams.get('region') ?? 'us-east-1',
  };
}

export const S3_URL_RULE =
  'must be a URL like s3://bucket/folder?endpoint=https://s3.example.com&region=eu-central-1, without credentials';

export const s3Url = z.string().refine((text) => parseS3Url(text) !== null, S3_URL_RULE);
