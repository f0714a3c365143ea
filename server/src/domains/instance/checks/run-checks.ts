import { isNotNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { users } from '@overlook/db/schema';
import type { CheckFinding, Checks } from '@overlook/shared/schemas';
import type { Env } from '../../../env.ts';
import type { Clock } from '../../../services/clock.ts';
import type { HealthProbes } from '../../../services/health/health-probes.ts';
import { plainReason } from '../../../services/health/plain-reason.ts';
import { tryMailServer } from '../../../services/mail/try-mail-server.ts';
import type { SecretBox } from '../../../services/secret-box.ts';
import { withTimeout } from '../../../services/with-timeout.ts';
import type { StoredFolders } from '../../../storage/folders/stored-folders.ts';
import type { ObjectStore } from '../../../storage/objects/object-store.ts';
import { totpAssociatedData } from '../../auth/two-factor/codes.ts';
import { loadBackupHealth } from '../../../backup/backup-health.ts';
import { backupFindings } from './backup-checks.ts';
import { addressFacts, addressFindings } from './address-checks.ts';
import { databaseFacts, databaseFindings } from './database-checks.ts';
import { failure, warning } from './finding.ts';
import { jobsFacts, jobsFindings } from './jobs-checks.ts';
import { diskFacts, diskFindings, memoryFacts, memoryFindings } from './machine-checks.ts';
import { identityFindings, mailFindings } from './service-checks.ts';
import { grantedOrigins, settingsFindings } from './settings-checks.ts';
import { keptFiles, keptFindings, storeFindings, storeTrouble } from './storage-checks.ts';

export interface CheckParts {
  readonly env: Env;
  readonly db: Db;
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly folders: StoredFolders;
  readonly objects: ObjectStore;
  readonly secrets: SecretBox;
  readonly healthProbes: Pick<HealthProbes, 'identityProvider' | 'seenRequests'>;
  readonly clock: Clock;
}

const WITHIN_MS = 20_000;
const RANKS = { failure: 0, warning: 1, advice: 2 } as const;

/** The checks by their names, which people read where one cannot be done. */
const CHECKS_OF: Readonly<Record<string, (parts: CheckParts) => Promise<CheckFinding[]> | CheckFinding[]>> = {
  settings: async ({ env, db, clock }) =>
    settingsFindings({ env, nodeVersion: process.version, grantedOrigins: await grantedOrigins(db, clock.now()) }),
  database: async ({ env, db }) => databaseFindings(await databaseFacts(db, env), env.secretKey !== null),
  'secret key': keyFindings,
  disk: async ({ filesDir }) => diskFindings(await diskFacts(filesDir)),
  memory: ({ env }) => memoryFindings(memoryFacts(env.convertMemoryMb)),
  storage: async (parts) => storeFindings(await storeTrouble(parts), parts.filesDir),
  files: async (parts) => keptFindings(await keptFiles({ ...parts, now: parts.clock.now() })),
  mail: async ({ env: { smtpUrl } }) =>
    smtpUrl === null
      ? []
      : mailFindings(smtpUrl, await tryMailServer(smtpUrl).then(nothing, (error: unknown) => error)),
  'identity provider': async ({ env, healthProbes }) => {
    const provider = await healthProbes.identityProvider();
    return provider && env.oidc ? identityFindings(env.oidc.issuer, provider) : [];
  },
  address: async ({ env, healthProbes }) =>
    addressFindings(await addressFacts(env.publicUrl, healthProbes.seenRequests), env),
  jobs: async ({ db }) => jobsFindings(await jobsFacts(db)),
  backups: async ({ db, env, clock }) => backupFindings(await loadBackupHealth(db, env, clock.now()), env),
};

const nothing = () => null;

/** Whether the key opens what is stored with it. */
async function keyFindings({ db, secrets }: Pick<CheckParts, 'db' | 'secrets'>): Promise<CheckFinding[]> {
  const { id, totpSecret } = users;
  const [stored] = await db.select({ id, totpSecret }).from(users).where(isNotNull(totpSecret)).limit(1);
  if (!stored) return [];
  return secrets.open(stored.totpSecret!, totpAssociatedData(stored.id)).then(
    () => [],
    () => [failure('secretKey.other')],
  );
}

/** Makes all checks at once; one that fails or hangs is a finding itself. Failures come first. */
export async function runChecks(parts: CheckParts): Promise<Checks> {
  const all = await Promise.all(
    Object.entries(CHECKS_OF).map(async ([name, check]) => {
      try {
        return await withTimeout(Promise.resolve(check(parts)), WITHIN_MS);
      } catch (error) {
        return [warning('check.failed', { name, reason: plainReason(error).replace(/\.$/, '') })];
      }
    }),
  );
  const findings = all.flat().toSorted((a, b) => RANKS[a.level] - RANKS[b.level]);
  return { at: parts.clock.now().toISOString(), findings };
}
