import type { Env } from '../../env.ts';
import type { Clock } from '../clock.ts';
import { discoverProvider } from '../sso/open-id-provider.ts';
import { createTimedCache } from '../timed-cache.ts';
import { plainReason } from './plain-reason.ts';
import { createStorageCounter, type StorageCounter } from './storage-use.ts';

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
}

const PROVIDER_CHECK_LIFE_MS = 30_000;
const PROVIDER_ANSWERS_WITHIN_S = 4;

export function createHealthProbes(env: Env, filesDir: string, clock: Clock): HealthProbes {
  const checks = createTimedCache<ProviderCheck>(clock, PROVIDER_CHECK_LIFE_MS);
  async function check(oidc: NonNullable<Env['oidc']>): Promise<ProviderCheck> {
    const reason = await discoverProvider(oidc, PROVIDER_ANSWERS_WITHIN_S).then(
      () => null,
      (error: unknown) => plainReason(error),
    );
    return { isReachable: reason === null, reason, checkedAt: clock.now() };
  }
  return {
    filesDir,
    storage: createStorageCounter(filesDir, clock),
    identityProvider: async () => (env.oidc ? checks.get('', () => check(env.oidc!)) : null),
  };
}
