import { access, constants, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { parsePostgresUrl } from '@overlook/db';
import { PRODUCT_VERSION } from '@overlook/shared/config';
import type { InstanceStatus } from '@overlook/shared/schemas';
import type { SignedInContext, Services } from '../../context.ts';
import { plainReason } from '../../services/health/plain-reason.ts';
import { withTimeout } from '../../services/with-timeout.ts';
import { loadOrganisationSecurity } from '../organisation/security.ts';
import { siteSizes } from './site-sizes.ts';
import { backupStatus, jobsStatus, mailStatus } from './work-status.ts';

/** Each part of the state is waited for at most this long, so that one that hangs does not delay the others. */
const PART_WITHIN_MS = 5000;

/** A part of the state, or why it did not answer in time. */
async function settled<T extends object>(
  part: Promise<T>,
): Promise<({ isKnown: true } & T) | { isKnown: false; reason: string }> {
  try {
    return { isKnown: true, ...(await withTimeout(part, PART_WITHIN_MS)) };
  } catch (error) {
    return { isKnown: false, reason: plainReason(error) };
  }
}

/** The process that answers. The embedded database takes one process only; a PostgreSQL server may have many, which do not know each other. */
function serverStatus({ env, clock }: Pick<Services, 'env' | 'clock'>): InstanceStatus['server'] {
  return {
    version: PRODUCT_VERSION,
    nodeVersion: process.version,
    platform: `${process.platform} ${process.arch}`,
    startedAt: new Date(clock.now().getTime() - process.uptime() * 1000).toISOString(),
    memoryBytes: process.memoryUsage.rss(),
    processes: env.databaseUrl === null ? 1 : null,
  };
}

function placeOf(databaseUrl: string | null, dataDir: string): string {
  if (databaseUrl === null) return join(resolve(dataDir), 'database');
  const { hosts, url } = parsePostgresUrl(databaseUrl)!;
  return `${hosts.join(', ')}${url.pathname}`;
}

/** Which database this is, how large, and how long it takes to answer. Throws what the database throws. */
async function databaseStatus({ db, env }: Pick<Services, 'db' | 'env'>) {
  const startMs = performance.now();
  await db.execute(sql`select 1`);
  const latencyMs = performance.now() - startMs;
  const [facts] = await db
    .select({
      version: sql<string>`current_setting('server_version')`,
      sizeBytes: sql<number>`pg_database_size(current_database())::float8`,
    })
    .from(sql`(select 1) as one`);
  return {
    kind: env.databaseUrl === null ? ('pglite' as const) : ('postgres' as const),
    place: placeOf(env.databaseUrl, env.dataDir),
    version: facts!.version,
    sizeBytes: Number(facts!.sizeBytes),
    latencyMs,
  };
}

/** A count that takes longer is returned by the next request. */
const COUNT_WITHIN_MS = 1000;

/** The folder of files: free space, use, and the size of each site that the caller may view or manage. Throws when it cannot be read. */
async function storageStatus(ctx: SignedInContext) {
  const { filesDir, storage } = ctx.healthProbes;
  const [disk, isWritable, { use, isCounting }] = await Promise.all([
    statfs(filesDir),
    access(filesDir, constants.W_OK).then(
      () => true,
      () => false,
    ),
    storage.use(COUNT_WITHIN_MS),
  ]);
  return {
    folder: filesDir,
    isWritable,
    // Without the blocks that are reserved for root.
    freeBytes: disk.bavail * disk.bsize,
    diskBytes: disk.blocks * disk.bsize,
    used: use && { bytes: use.bytes, files: use.files, countedAt: use.countedAt.toISOString() },
    sites: await siteSizes(ctx, use),
    isCounting,
  };
}

/** The issuer for display: without credentials or a query. */
function shown(issuer: string): string {
  const { origin, pathname } = new URL(issuer);
  return origin + pathname.replace(/\/$/, '');
}

/** Whether single sign-on is set up and wanted, and whether its provider answers. */
async function ssoStatus(ctx: Pick<Services, 'db' | 'env' | 'healthProbes'>): Promise<InstanceStatus['sso']> {
  const [{ enableSSO }, provider] = await Promise.all([
    loadOrganisationSecurity(ctx),
    ctx.healthProbes.identityProvider(),
  ]);
  return {
    issuer: ctx.env.oidc && shown(ctx.env.oidc.issuer),
    isEnabled: enableSSO,
    provider: provider && { ...provider, checkedAt: provider.checkedAt.toISOString() },
  };
}

/** The state of this installation. A part that does not answer in time is reported as unknown and delays no other part. */
export async function loadStatus(ctx: SignedInContext): Promise<InstanceStatus> {
  const [database, storage, mail, jobs, backups, sso] = await Promise.all([
    settled(databaseStatus(ctx)),
    settled(storageStatus(ctx)),
    settled(mailStatus(ctx)),
    settled(jobsStatus(ctx)),
    settled(backupStatus(ctx)),
    ssoStatus(ctx),
  ]);
  return { at: ctx.clock.now().toISOString(), server: serverStatus(ctx), database, storage, mail, jobs, backups, sso };
}
