import { isIP } from 'node:net';
import { z } from 'zod';
import { EXPORTS, FEATURE_FLAGS, PRODUCT_NAME } from '@overlook/shared/config';

/** Splits "a, b" into its parts; empty text gives no parts. */
const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const hasProtocol = (text: string, protocols: readonly string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

const url = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => hasProtocol(text, protocols), `must be a URL like ${example}`);

/** Whether a URL, which may end in slashes, has neither path nor query, fragment or person. Other texts are refused as no URL. */
function isOrigin(text: string): boolean {
  const trimmed = text.replace(/\/+$/, '');
  return !URL.canParse(trimmed) || new URL(trimmed).href === `${new URL(trimmed).origin}/`;
}

const origins = z
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

const proxyAddresses = z
  .string()
  .transform(list)
  .refine(
    (all) => all.every(isProxyAddress),
    'must be a comma list of addresses like 127.0.0.1, 10.0.0.0/8 or loopback',
  );

const emailAddress = z.string().regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an e-mail address');

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

const mailRecipients = z
  .string()
  .transform((text) => list(text.toLowerCase()))
  .refine(
    (all) => all.every((one) => one === '*' || one === 'people' || DOMAIN.test(one)),
    'must be people, *, or a comma list of domains like example.com',
  );

const gigabytes = z
  .string()
  .regex(/^\d+$/, 'must be a whole number of gigabytes')
  .transform(Number)
  .refine((gb) => gb >= 1, 'must be at least 1');

const features = z
  .string()
  .transform(list)
  .pipe(z.array(z.enum(FEATURE_FLAGS, `must be a comma list of ${FEATURE_FLAGS.join(', ')}`)));

/** The writers store the number of points in 32 bits. */
const EXPORT_POINTS_LARGEST = 4_000_000_000;
/** A GLB stores its length in 32 bits. */
const EXPORT_TRIANGLES_LARGEST = 100_000_000;

const schema = z
  .object({
    PORT: z
      .string()
      .regex(/^\d+$/, 'must be a port number from 0 to 65535')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be a port number from 0 to 65535')
      .default(4500),
    HOST: z.string().default('127.0.0.1'),
    PUBLIC_URL: url(['http:', 'https:'], 'https://overlook.example.com')
      .refine(
        isOrigin,
        'must have no path, like https://overlook.example.com: the product needs a host name or port of its own',
      )
      .optional(),
    DATA_DIR: z.string().default('.data'),
    DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/name').optional(),
    SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
    MAIL_FROM: emailAddress.optional(),
    MAIL_RECIPIENTS: mailRecipients.optional(),
    OPERATOR_EMAIL: emailAddress.optional(),
    SECRET_KEY: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
      .optional(),
    OIDC_ISSUER: url(['https:', 'http:'], 'https://login.example.com/tenant').optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_TRUST_EMAIL: z
      .enum(['true', 'false'], 'must be true or false')
      .default('false')
      .transform((text) => text === 'true'),
    DEMO: z
      .enum(['true', 'false'], 'must be true or false')
      .transform((text) => text === 'true')
      .optional(),
    DEMO_DETAIL: z.enum(['full', 'low'], 'must be full or low').default('full'),
    DEMO_CAPTURES: z.enum(['all', 'newest'], 'must be all or newest').default('all'),
    BASEMAP_STYLE_URL: url(['http:', 'https:'], 'https://tiles.example.com/style.json').optional(),
    EMBED_ORIGINS: origins.default([]),
    FEATURES: features.default([]),
    PRODUCT_NAME: z.string().max(60, 'must be at most 60 characters').default(PRODUCT_NAME),
    TRUST_PROXY: proxyAddresses.default([]),
    DRAIN_SECONDS: z
      .string()
      .regex(/^\d+$/, 'must be a whole number of seconds')
      .transform(Number)
      .refine((seconds) => seconds <= 600, 'must be from 0 to 600')
      .default(2),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
      .default('warn'),
    CONVERT_MEMORY_MB: z
      .string()
      .regex(/^\d+$/, 'must be a whole number of megabytes')
      .transform(Number)
      .refine((mb) => mb >= 256, 'must be at least 256')
      .default(4096),
    EXPORT_POINTS_MOST: z
      .string()
      .regex(/^\d+$/, 'must be a whole number of points')
      .transform(Number)
      .refine((points) => points >= 1 && points <= EXPORT_POINTS_LARGEST, `must be from 1 to ${EXPORT_POINTS_LARGEST}`)
      .default(EXPORTS.pointsMostDefault),
    EXPORT_TRIANGLES_MOST: z
      .string()
      .regex(/^\d+$/, 'must be a whole number of triangles')
      .transform(Number)
      .refine(
        (triangles) => triangles >= 1 && triangles <= EXPORT_TRIANGLES_LARGEST,
        `must be from 1 to ${EXPORT_TRIANGLES_LARGEST}`,
      )
      .default(EXPORTS.trianglesMostDefault),
    ATTACHMENT_GB_MOST: gigabytes.default(20),
    PICTURE_GB_MOST: gigabytes.default(5),
    SITE_GB_MOST: gigabytes.optional(),
    SITES_GB_MOST: gigabytes.optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  })
  .superRefine((value, context) => {
    const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
    const isSet = oidc.filter((name) => value[name] !== undefined);
    if (isSet.length === 0 || isSet.length === oidc.length) return;
    const missing = oidc.filter((name) => value[name] === undefined);
    for (const name of missing)
      context.addIssue({ code: 'custom', path: [name], message: `must be set, because ${isSet[0]} is` });
  });

/** All settings of the environment, checked. `null` = not set. */
export interface Env {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly smtpUrl: string | null;
  /** Sender of every mail; without one `no-reply` at the host of `publicUrl`. */
  readonly mailFrom: string;
  /**
   * Who may get mails of a person's own besides people of the instance: domains, or `*` for all. `null` = for exports nobody, for
   * shared Places all.
   */
  readonly mailRecipients: readonly string[] | null;
  /** Recipient of the feedback; `null` = the administrators. */
  readonly operatorEmail: string | null;
  /** Encrypts second factors and headers of external sources at rest, 64 hexadecimal digits; `null` = a key of its own in `dataDir`. */
  readonly secretKey: string | null;
  readonly oidc: { issuer: string; clientId: string; clientSecret: string; trustsEmail: boolean } | null;
  readonly demo: boolean;
  /** `low` makes coarse textures and pictures, sooner. */
  readonly demoDetail: 'full' | 'low';
  /** `newest` makes only the newest capture of each site. */
  readonly demoCaptures: 'all' | 'newest';
  readonly basemapStyleUrl: string | null;
  readonly embedOrigins: readonly string[];
  readonly features: readonly (typeof FEATURE_FLAGS)[number][];
  readonly productName: string;
  /** Addresses of reverse proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
  /** How long the server still answers, but is not ready, between SIGTERM and its stop. */
  readonly drainSeconds: number;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Memory limit for converting a CAD model, MiB. */
  readonly convertMemoryMb: number;
  /** Points of one export at most. */
  readonly exportPointsMost: number;
  /** Triangles of one export at most. */
  readonly exportTrianglesMost: number;
  /** Bytes of all attachments that one person has uploaded, archived ones included, at most. */
  readonly attachmentBytesMost: number;
  /** Bytes of all pictures of one person's Places, archived ones included, at most. */
  readonly pictureBytesMost: number;
  /** Bytes of one site, published and on their way, at most; null for as many as the disk takes. */
  readonly siteBytesMost: number | null;
  /** The same of all sites together. */
  readonly sitesBytesMost: number | null;
  readonly metricsToken: string | null;
}

/** The environment is wrong: one line for each wrong variable. */
export class WrongEnvironmentError extends Error {
  override readonly name = 'WrongEnvironmentError';
}

/**
 * Reads and checks the environment; the only place that does. An empty value counts as unset.
 * Throws `WrongEnvironmentError` with one line "NAME must be …" for each wrong variable.
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const present = Object.fromEntries(Object.entries(variables).filter(([, text]) => text?.trim()));
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    const lines = new Map(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
    throw new WrongEnvironmentError([...lines].map(([name, message]) => `${name} ${message}`).join('\n'));
  }
  const value = parsed.data;
  const publicUrl = (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, '');
  return {
    port: value.PORT,
    host: value.HOST,
    publicUrl,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    mailFrom: value.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    mailRecipients: value.MAIL_RECIPIENTS ?? null,
    operatorEmail: value.OPERATOR_EMAIL ?? null,
    secretKey: value.SECRET_KEY ?? null,
    oidc: value.OIDC_ISSUER
      ? {
          issuer: value.OIDC_ISSUER,
          clientId: value.OIDC_CLIENT_ID!,
          clientSecret: value.OIDC_CLIENT_SECRET!,
          trustsEmail: value.OIDC_TRUST_EMAIL,
        }
      : null,
    demo: value.DEMO ?? value.DATABASE_URL === undefined,
    demoDetail: value.DEMO_DETAIL,
    demoCaptures: value.DEMO_CAPTURES,
    basemapStyleUrl: value.BASEMAP_STYLE_URL ?? null,
    embedOrigins: value.EMBED_ORIGINS,
    features: value.FEATURES,
    convertMemoryMb: value.CONVERT_MEMORY_MB,
    exportPointsMost: value.EXPORT_POINTS_MOST,
    exportTrianglesMost: value.EXPORT_TRIANGLES_MOST,
    productName: value.PRODUCT_NAME,
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    drainSeconds: value.DRAIN_SECONDS,
    attachmentBytesMost: value.ATTACHMENT_GB_MOST * 1e9,
    pictureBytesMost: value.PICTURE_GB_MOST * 1e9,
    siteBytesMost: value.SITE_GB_MOST === undefined ? null : value.SITE_GB_MOST * 1e9,
    sitesBytesMost: value.SITES_GB_MOST === undefined ? null : value.SITES_GB_MOST * 1e9,
    metricsToken: value.METRICS_TOKEN ?? null,
  };
}
