import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { viewGrants } from '@overlook/db/schema';
import type { CheckFinding } from '@overlook/shared/schemas';
import type { Env } from '../../../env.ts';
import { advice, failure, warning, when } from './finding.ts';

const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/;
const isLocalHost = (host: string): boolean => LOOPBACK.test(host);

/** Whether an address leads to this machine only, as on a developer's machine. */
export const isLocalUrl = (url: string): boolean => isLocalHost(new URL(url).hostname);

const NODE_RECOMMENDED = 24;

export interface SettingsFacts {
  readonly env: Pick<Env, 'publicUrl' | 'host' | 'demo' | 'databaseUrl' | 'smtpUrl' | 'embedOrigins'>;
  /** Like `v24.1.0`. */
  readonly nodeVersion: string;
  /** Origins of the embeds that are valid now. */
  readonly grantedOrigins: readonly string[];
}

/** What the settings alone tell. */
export function settingsFindings({ env, nodeVersion, grantedOrigins }: SettingsFacts): CheckFinding[] {
  const { publicUrl, embedOrigins } = env;
  const isPlain = publicUrl.startsWith('http:');
  const isReal = !isLocalUrl(publicUrl);
  const isNodeOld = Number(/\d+/.exec(nodeVersion)?.[0]) < NODE_RECOMMENDED;
  const plain = embedOrigins.filter((origin) => origin.startsWith('http:') && !isLocalUrl(origin));
  const missing = [...new Set(grantedOrigins)].filter((origin) => !embedOrigins.includes(origin));
  return [
    ...when(isNodeOld, () => advice('node.old', { version: nodeVersion.replace(/^v/, '') })),
    ...when(!isReal && !isLocalHost(env.host), () => warning('address.local', { publicUrl })),
    ...when(isReal && isPlain, () => failure('address.plain', { publicUrl })),
    ...when(isReal && env.demo, () => failure('demo.accounts', { publicUrl })),
    ...when(isReal && env.databaseUrl === null, () => warning('database.embedded', { publicUrl })),
    ...when(isReal && env.smtpUrl === null, () => warning('mail.outbox')),
    ...when(isPlain && embedOrigins.some((origin) => origin.startsWith('https:')), () =>
      failure('embed.mixed', { publicUrl }),
    ),
    ...plain.map((origin) => warning('embed.plain', { origin })),
    ...missing.map((origin) => warning('embed.origin', { origin })),
  ];
}

/** Origins of the embeds that have neither ended nor been revoked. */
export async function grantedOrigins(db: Db, now: Date): Promise<string[]> {
  const isValid = and(eq(viewGrants.kind, 'embed'), isNull(viewGrants.revokedAt), gt(viewGrants.endsAt, now));
  const rows = await db.select({ origins: viewGrants.origins }).from(viewGrants).where(isValid);
  return rows.flatMap(({ origins }) => origins);
}
