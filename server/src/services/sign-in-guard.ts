import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { signInFailures } from '@overlook/db/schema';
import {
  SIGN_IN_FAILURES_PER_ACCOUNT,
  SIGN_IN_FAILURES_PER_ADDRESS,
  SIGN_IN_WINDOW_MS,
  VIEW_PASSWORD_FAILURES,
} from '@overlook/shared/config';
import { SIGN_IN_REFUSALS } from '@overlook/shared/messages';
import { tooMany } from '../errors/app-error.ts';
import type { Clock } from './clock.ts';
import { networkOf } from './network-of.ts';
import { createKeyedConcurrencyLimit, QueueFullError } from './concurrency-limit.ts';

/** Most attempts of one address that wait for each other. */
const LONGEST_QUEUE = 100;
const SENTENCE = SIGN_IN_REFUSALS['auth.tooManyAttempts'];

/**
 * The kind of an attempt. Each kind has its own counter: otherwise a person who knows a password could clear their
 * failures at the code by signing in again. Reset links and challenges are secrets too long to guess: they count by
 * address alone, so that failures of strangers do not stop the owner. The password of a view counts by view and address, for the
 * same reason, and by view in all; strangers hold its link, so that its failures are not those of sign-ins from the same address.
 */
const SUBJECTS = {
  password: { account: 'account', address: 'address' },
  code: { account: 'code', address: 'address' },
  challenge: { account: null, address: 'address' },
  reset: { account: null, address: 'reset-address' },
  view: { account: 'view', address: 'view-address' },
} as const;

export type Who = {
  /** IP address. */
  readonly address: string;
} & (
  | {
      /** `password` by default. */
      readonly tries?: 'password' | 'code';
      readonly email: string;
    }
  | { readonly tries: 'challenge' | 'reset' }
  /** The password of a view that people without an account may open. */
  | { readonly tries: 'view'; readonly grantId: number }
);

/** Slows down guessing: failures are counted in the database, so all server processes share them. */
export interface SignInGuard {
  /**
   * Runs one attempt. `decide` returns null for a wrong one, which counts as a failure of the account, if there is one,
   * and of the address; for IPv6 that is the 64-bit network, which belongs to one customer. Throws 429 with the time to
   * wait when either has failed too often, without running `decide`.
   */
  attempt<T>(who: Who, decide: () => Promise<T | null>): Promise<T | null>;
  /**
   * Deletes an account's failures at the password, after its owner has set a new one. Failures at the code remain,
   * because access to the mailbox does not prove the second factor.
   */
  forgive(db: Db, email: string): Promise<void>;
}

interface Subjects {
  readonly account: string | null;
  readonly address: string;
  /** The view in all, from wherever it is tried. */
  readonly view: string | null;
}

function subjectsOf(who: Who): Subjects {
  const { account, address } = SUBJECTS[who.tries ?? 'password'];
  const network = networkOf(who.address);
  const view = 'grantId' in who ? `view:${who.grantId}` : null;
  const named = 'email' in who && account !== null ? `${account}:${who.email}` : null;
  return { account: view === null ? named : `${view}:${network}`, address: `${address}:${network}`, view };
}

export function createSignInGuard(db: Db, clock: Clock): SignInGuard {
  const inTurn = createKeyedConcurrencyLimit(LONGEST_QUEUE);

  async function assertBelowLimit(subject: string, allowed: number, now: Date): Promise<void> {
    const since = new Date(now.getTime() - SIGN_IN_WINDOW_MS);
    const latest = await db
      .select({ at: signInFailures.at })
      .from(signInFailures)
      .where(and(eq(signInFailures.subject, subject), gt(signInFailures.at, since)))
      .orderBy(desc(signInFailures.at))
      .limit(allowed + 1);
    if (latest.length <= allowed) return;
    // This attempt is counted too: the next is allowed when the oldest of the last `allowed` attempts has left the
    // window.
    const leavesAtMs = latest[allowed]!.at.getTime() + SIGN_IN_WINDOW_MS;
    throw tooMany(SENTENCE, Math.max(1, Math.ceil((leavesAtMs - now.getTime()) / 1000)));
  }

  /** The attempt is stored as a failure first, so that simultaneous attempts in other processes count it. */
  async function decideOnce<T>(who: Who, decide: () => Promise<T | null>) {
    const now = clock.now();
    const { account, address, view } = subjectsOf(who);
    const written = await db
      .insert(signInFailures)
      .values([account, address, view].flatMap((subject) => (subject === null ? [] : [{ subject, at: now }])))
      .returning({ id: signInFailures.id });
    const takeBack = () =>
      db.delete(signInFailures).where(
        inArray(
          signInFailures.id,
          written.map((row) => row.id),
        ),
      );
    let result: T | null;
    try {
      if (account !== null) await assertBelowLimit(account, SIGN_IN_FAILURES_PER_ACCOUNT, now);
      await assertBelowLimit(address, SIGN_IN_FAILURES_PER_ADDRESS, now);
      if (view !== null) await assertBelowLimit(view, VIEW_PASSWORD_FAILURES, now);
      result = await decide();
    } catch (error) {
      await takeBack();
      throw error;
    }
    if (result === null) {
      await db.delete(signInFailures).where(lt(signInFailures.at, new Date(now.getTime() - SIGN_IN_WINDOW_MS)));
      return null;
    }
    await takeBack();
    if (account !== null) await db.delete(signInFailures).where(eq(signInFailures.subject, account));
    return result;
  }

  return {
    async attempt(who, decide) {
      const { account, address } = subjectsOf(who);
      const once = () => decideOnce(who, decide);
      return inTurn(address, account === null ? once : () => inTurn(account, once)).catch((error: unknown) => {
        throw error instanceof QueueFullError ? tooMany(SENTENCE, 5) : error;
      });
    },
    async forgive(within, email) {
      const { account } = subjectsOf({ email, address: '' });
      await within.delete(signInFailures).where(eq(signInFailures.subject, account!));
    },
  };
}
