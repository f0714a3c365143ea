import type { Checks } from '@overlook/shared/schemas';
import type { Env } from '../../env.ts';
import type { Clock } from '../clock.ts';
import { discoverProvider } from '../sso/open-id-provider.ts';
import { createTimedCache } from '../timed-cache.ts';
import { plainReason } from './plain-reason.ts';
import { createSeenRequests, type SeenRequests } from './seen-requests.ts';
import { type CountedObject, createStorageCounter, type StorageCounter } from './storage-use.ts';

/** Whether the identity provider describes itself. */
export interface ProviderCheck {
  readonly isReachable: boolean;
  /** Why not; null when it does. */
  readonly reason: string | null;
  readonly checkedAt: Date;
}

/** Measurements of the server's environment, cached for a while so that reading them is cheap. */
export interface HealthProbes {
  /** Folder of everything that is stored outside the database. */
  readonly filesDir: string;
  readonly storage: StorageCounter;
  /** Asks the identity provider, at most every half minute; null where none is set up. */
  identityProvider(): Promise<ProviderCheck | null>;
  /** Requests of this server to itself. */
  readonly seenRequests: SeenRequests;
  /** The checks of the installation that `make` makes, at most every ten seconds. */
  checks(make: () => Promise<Checks>): Promise<Checks>;
}

const PROVIDER_CHECK_LIFE_MS = 30_000;
const CHECKS_LIFE_MS = 10_000;
const PROVIDER_ANSWERS_WITHIN_S = 4;

/** `elsewhere` lists what is stored, but not below `filesDir`. */
export function createHealthProbes(
  env: Env,
  filesDir: string,
  clock: Clock,
  elsewhere?: () => AsyncIterable<CountedObject>,
): HealthProbes {
  const checks = createTimedCache<ProviderCheck>(clock, PROVIDER_CHECK_LIFE_MS);
  const made = createTimedCache<Checks>(clock, CHECKS_LIFE_MS);
  async function check(oidc: NonNullable<Env['oidc']>): Promise<ProviderCheck> {
    const reason = await discoverProvider(oidc, PROVIDER_ANSWERS_WITHIN_S).then(
      () => null,
      (error: unknown) => plainReason(error),
    );
    return { isReachable: reason === null, reason, checkedAt: clock.now() };
  }
  return {
    filesDir,
    storage: createStorageCounter(filesDir, clock, elsewhere),
    identityProvider: async () => (env.oidc ? checks.get('', () => check(env.oidc!)) : null),
    seenRequests: createSeenRequests(),
    checks: (make) => made.get('', make),
  };
}
