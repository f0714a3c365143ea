import { resolve } from 'node:path';
import { z } from 'zod';
import { EXPORTS, type FEATURE_FLAGS, PRODUCT_NAME } from '@overlook/shared/config';
import {
  emailAddress,
  features,
  gigabytes,
  hours,
  isOrigin,
  mailRecipients,
  origins,
  parseS3Url,
  postgresUrl,
  proxyAddresses,
  S3_URL_RULE,
  s3Url,
  type S3Address,
  url,
} from './env-values.ts';
import { readSecretFiles } from './secret-files.ts';

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
    DATABASE_URL: postgresUrl.optional(),
    STORAGE_URL: s3Url.optional(),
    AWS_ACCESS_KEY_ID: z.string().optional(),
    AWS_SECRET_ACCESS_KEY: z.string().optional(),
    DATABASE_DIRECT_URL: postgresUrl.optional(),
    SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
    MAIL_FROM: emailAddress.optional(),
    MAIL_RECIPIENTS: mailRecipients.optional(),
    OPERATOR_EMAIL: emailAddress.optional(),
    SECRET_KEY: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
      .optional(),
    TILE_KEY: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64: openssl rand -base64 32')
      .transform((text) => Buffer.from(text, 'base64'))
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
    STORAGE_SCRATCH_GB: gigabytes.default(20),
    SITE_GB_MOST: gigabytes.optional(),
    SITES_GB_MOST: gigabytes.optional(),
    BACKUP_TO: z
      .string()
      .refine((text) => !text.startsWith('s3://') || parseS3Url(text) !== null, `${S3_URL_RULE}, or a folder`)
      .optional(),
    BACKUP_ACCESS_KEY_ID: z.string().optional(),
    BACKUP_SECRET_ACCESS_KEY: z.string().optional(),
    BACKUP_EVERY: hours.default(24),
    BACKUP_KEEP: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of backups, at least 1')
      .transform(Number)
      .optional(),
    BACKUP_KEY_FILE: z.string().optional(),
    DRILL_EVERY: hours.optional(),
    DRILL_SCRATCH: z.string().optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  })
  .superRefine((value, context) => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const)
      if (value.STORAGE_URL !== undefined && value[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'must be set, because STORAGE_URL is' });
    const isBackupInS3 = value.BACKUP_TO?.startsWith('s3://');
    if (isBackupInS3 && backupKeysOf(value) === null)
      context.addIssue({
        code: 'custom',
        path: ['BACKUP_SECRET_ACCESS_KEY'],
        message: 'must be set with BACKUP_ACCESS_KEY_ID, because BACKUP_TO is in S3 and AWS_ACCESS_KEY_ID is not set',
      });
    if (value.DRILL_EVERY !== undefined && value.BACKUP_TO === undefined)
      context.addIssue({ code: 'custom', path: ['BACKUP_TO'], message: 'must be set, because DRILL_EVERY is' });
    if (value.DATABASE_DIRECT_URL !== undefined && value.DATABASE_URL === undefined)
      context.addIssue({
        code: 'custom',
        path: ['DATABASE_URL'],
        message: 'must be set, because DATABASE_DIRECT_URL is',
      });
    const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
    const isSet = oidc.filter((name) => value[name] !== undefined);
    if (isSet.length === 0 || isSet.length === oidc.length) return;
    const missing = oidc.filter((name) => value[name] === undefined);
    for (const name of missing)
      context.addIssue({ code: 'custom', path: [name], message: `must be set, because ${isSet[0]} is` });
  });

/** The credentials of a bucket of S3. */
export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A bucket of S3. */
export interface S3Location extends S3Address, S3Keys {}

/** All settings of the environment, checked. `null` = not set. */
export interface Env {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Where files are kept that are one object each; null for `dataDir`. */
  readonly storage: S3Location | null;
  /** The same database without a pool of transactions in between, where `databaseUrl` leads through one. */
  readonly databaseDirectUrl: string | null;
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
  /** Signs addresses of files of models, for a cache in front of the server; `null` = the server checks each request itself. */
  readonly tileKey: Uint8Array | null;
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
  /** Bytes of models from S3 that a process keeps unpacked for work that needs files; those in use may be more. */
  readonly storageScratchBytes: number;
  /** Bytes of one site, published and on their way, at most; null for as many as the disk takes. */
  readonly siteBytesMost: number | null;
  /** The same of all sites together. */
  readonly sitesBytesMost: number | null;
  /** Backups that the product makes by itself; null for none. The key file's path is absolute. */
  readonly backups: {
    /** An absolute path, or an `s3://` address. */
    readonly to: string;
    readonly everyMs: number;
    /** All without. */
    readonly keep: number | undefined;
    readonly keyFile: string | null;
    /** Drills that the product makes by itself; null for none. */
    readonly drills: { readonly everyMs: number; /** Absolute. */ readonly scratch: string } | null;
  } | null;
  /** For backups in a bucket; null where neither keys of their own nor those of files are set. */
  readonly backupKeys: S3Keys | null;
  readonly metricsToken: string | null;
}

/** The environment is wrong: one line for each wrong variable. */
export class WrongEnvironmentError extends Error {
  override readonly name = 'WrongEnvironmentError';
}

function backupsOf(value: z.output<typeof schema>): Env['backups'] {
  const { BACKUP_TO: to, BACKUP_EVERY: everyHours, BACKUP_KEEP: keep, BACKUP_KEY_FILE: keyFile } = value;
  if (to === undefined) return null;
  return {
    to: to.startsWith('s3://') ? to : resolve(to),
    everyMs: everyHours * 3_600_000,
    keep,
    keyFile: keyFile === undefined ? null : resolve(keyFile),
    drills:
      value.DRILL_EVERY === undefined
        ? null
        : {
            everyMs: value.DRILL_EVERY * 3_600_000,
            // What a killed process leaves there is swept.
            scratch: resolve(value.DRILL_SCRATCH ?? `${value.DATA_DIR}/files/incoming`),
          },
  };
}

/** Those of backups, or else those of files. */
function backupKeysOf(value: z.output<typeof schema>): S3Keys | null {
  const [accessKeyId, secretAccessKey] =
    value.BACKUP_ACCESS_KEY_ID === undefined
      ? [value.AWS_ACCESS_KEY_ID, value.AWS_SECRET_ACCESS_KEY]
      : [value.BACKUP_ACCESS_KEY_ID, value.BACKUP_SECRET_ACCESS_KEY];
  return accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey };
}

function storageOf({
  STORAGE_URL,
  AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY,
}: z.output<typeof schema>): S3Location | null {
  if (STORAGE_URL === undefined) return null;
  return {
    ...parseS3Url(STORAGE_URL)!,
    accessKeyId: AWS_ACCESS_KEY_ID!,
    secretAccessKey: AWS_SECRET_ACCESS_KEY!,
  };
}

/**
 * Reads and checks the environment, and the files that it names for secrets; the only place that does. An empty value counts as unset.
 * Throws `WrongEnvironmentError` with one line "NAME must be …" for each wrong variable.
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const present = Object.fromEntries(Object.entries(variables).filter(([, text]) => text?.trim()));
  const { secrets, faults } = readSecretFiles(present);
  const parsed = schema.safeParse({ ...present, ...secrets });
  if (faults.size > 0 || !parsed.success) {
    const issues = parsed.error?.issues.map((issue) => [String(issue.path[0]), issue.message] as const) ?? [];
    const lines = new Map([...issues.filter(([name]) => !faults.has(`${name}_FILE`)), ...faults]);
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
    storage: storageOf(value),
    databaseDirectUrl: value.DATABASE_DIRECT_URL ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    mailFrom: value.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    mailRecipients: value.MAIL_RECIPIENTS ?? null,
    operatorEmail: value.OPERATOR_EMAIL ?? null,
    secretKey: value.SECRET_KEY ?? null,
    tileKey: value.TILE_KEY ?? null,
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
    storageScratchBytes: value.STORAGE_SCRATCH_GB * 1e9,
    siteBytesMost: value.SITE_GB_MOST === undefined ? null : value.SITE_GB_MOST * 1e9,
    sitesBytesMost: value.SITES_GB_MOST === undefined ? null : value.SITES_GB_MOST * 1e9,
    backups: backupsOf(value),
    backupKeys: backupKeysOf(value),
    metricsToken: value.METRICS_TOKEN ?? null,
  };
}
