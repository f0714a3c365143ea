import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../errors/app-error.ts';
import { createConcurrencyLimit, QueueFullError } from './concurrency-limit.ts';

/** Argon2id with 19 MiB, two passes, one lane: the OWASP password storage recommendation. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes at once: each takes 19 MiB and a thread of the pool that file reading shares. */
const PARALLEL = 2;
const LONGEST_QUEUE = 200;

export interface Passwords {
  /** Argon2id in PHC form, salted. */
  hash(password: string): Promise<string>;
  /** Whether the password fits. A null hash takes the same time and is always wrong. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

export function createPasswords(): Passwords {
  const limit = createConcurrencyLimit(PARALLEL, LONGEST_QUEUE);
  const inTurn = async <T>(work: () => Promise<T>) =>
    limit(work).catch((error: unknown) => {
      throw error instanceof QueueFullError ? unavailable() : error;
    });
  const nobody = hash('a password nobody has', ARGON2ID);
  return {
    hash: (password) => inTurn(() => hash(password, ARGON2ID)),
    verify: (passwordHash, password) =>
      inTurn(async () => {
        const matches = await verify(passwordHash ?? (await nobody), password);
        return matches && passwordHash !== null;
      }),
  };
}
