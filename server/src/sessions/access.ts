import { and, eq, lte, or, sql } from 'drizzle-orm';
import { type AccessNotice, type Db, isDiskFull, type NoticeWatch } from '@overlook/db';
import { sessions, users } from '@overlook/db/schema';
import {
  PERMISSION_CACHE_MS,
  PERMISSION_UNCONFIRMED_MS,
  SESSION_LONGEST_MS,
  SESSION_SLIDING_MS,
  SESSION_TOUCH_MS,
} from '@overlook/shared/config';
import { canViewSite, GLOBAL_SITE_ID, managingRow, type PermissionMap } from '@overlook/shared/permissions';
import type { User } from '@overlook/shared/schemas';
import { batchLookUps } from '../services/batch-look-ups.ts';
import { createBroadcast } from '../services/broadcast.ts';
import type { Clock } from '../services/clock.ts';
import { createTimedCache } from '../services/timed-cache.ts';
import { loadEffectivePermissions, permissionsOf } from './effective-permissions.ts';
import { hashToken, newToken } from '../services/tokens.ts';

/** Who a session belongs to. */
export interface Session {
  readonly tokenHash: string;
  readonly userId: number;
  /** Until the user accepts the disclaimer, only reading the session, accepting and signing out are open. */
  readonly hasAcceptedDisclaimer: boolean;
  /** Changes with every change of the user's row, memberships included. */
  readonly userRowVersion: string;
  /** When this look-up has stored a new last use: the end of the session if it is not used again. */
  readonly renewedUntil?: Date;
}

/** User and device of a sign-in, so that users recognise their sessions. */
export interface SessionStart {
  readonly userId: number;
  /** "Firefox on Windows". */
  readonly device: string;
  /** IP address. */
  readonly address: string;
}

/** Sessions and what their users may do. */
export interface Access {
  /**
   * Starts a session; the token is returned only here, with the end of the session if it is not used. The person's
   * expired sessions are deleted.
   */
  start(db: Db, who: SessionStart): Promise<{ token: string; idleEndsAt: Date }>;
  /** The live session of a token, read from the database; null when it has ended or its user may not sign in. */
  session(token: string): Promise<Session | null>;
  /** The same, from a cache of at most 30 s: for files and tiles. */
  recentSession(token: string): Promise<Session | null>;
  /**
   * Effective permissions, from a cache of at most 30 s. A site that may not be viewed has no row: it does not exist. For
   * those who may manage it all the same its row has only that token.
   */
  permissions(userId: number): Promise<PermissionMap>;
  /** Effective permissions as they are now in the database: for changes. */
  freshPermissions(userId: number): Promise<PermissionMap>;
  /** The user of a session as `load` describes them; from a cache of at most 30 s while their row is unchanged. */
  user(session: Session, load: () => Promise<User>): Promise<User>;
  end(session: Pick<Session, 'tokenHash'>): Promise<void>;
  /** Clears the cache: of one session that has ended, or without a notice everything, after any change of access. */
  forget(notice?: AccessNotice): void;
  /** Whether a session is valid in the database. The check does not count as a use: it does not extend the session. */
  isLive(session: Pick<Session, 'tokenHash'>): Promise<boolean>;
  /** Calls `listener` after sessions or permissions may have changed; returns the function that stops it. */
  onChange(listener: () => void): () => void;
}

/** When a session that was last used at `now` expires. */
const idleEnd = (now: Date, endsAt: Date): Date =>
  new Date(Math.min(now.getTime() + SESSION_SLIDING_MS, endsAt.getTime()));

/** Stores that a session was used. */
async function touch(db: Db, { tokenHash, userId }: Pick<Session, 'tokenHash' | 'userId'>, now: Date): Promise<void> {
  await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.tokenHash, tokenHash));
  await db.update(users).set({ lastActiveAt: now }).where(eq(users.id, userId));
}

/**
 * The look-up of every request, which always reads the database: requests that arrive together share a statement, which
 * PostgreSQL parses once for each connection.
 */
function sessionLookUp(db: Db) {
  const byTokens = db
    .select({
      tokenHash: sessions.tokenHash,
      userId: sessions.userId,
      lastUsedAt: sessions.lastUsedAt,
      endsAt: sessions.endsAt,
      disabledAt: users.disabledAt,
      archivedAt: users.archivedAt,
      hasAcceptedDisclaimer: users.agreedToDisclaimer,
      userRowVersion: sql<string>`${users}.xmin::text`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${sessions.tokenHash} = any(string_to_array(${sql.placeholder('tokenHashes')}, ','))`)
    .prepare('sessions_by_tokens');
  return batchLookUps(async (tokenHashes) => {
    const rows = await byTokens.execute({ tokenHashes: tokenHashes.join() });
    return new Map(rows.map((row) => [row.tokenHash, row]));
  });
}

type SessionLookUp = ReturnType<typeof sessionLookUp>;

/** The row of a live session, and the time since its last use; null when it has ended or its user may not sign in. */
async function findLive(lookUp: SessionLookUp, tokenHash: string, now: Date) {
  const row = await lookUp(tokenHash);
  if (!row || row.disabledAt || row.archivedAt) return null;
  const idleMs = now.getTime() - row.lastUsedAt.getTime();
  return now >= row.endsAt || idleMs >= SESSION_SLIDING_MS ? null : { ...row, idleMs };
}

async function loadSession(db: Db, clock: Clock, lookUp: SessionLookUp, token: string): Promise<Session | null> {
  const tokenHash = hashToken(token);
  const now = clock.now();
  const row = await findLive(lookUp, tokenHash, now);
  if (!row) return null;
  const { idleMs } = row;
  if (idleMs >= SESSION_TOUCH_MS) {
    await touch(db, { tokenHash, userId: row.userId }, now).catch((error: unknown) => {
      // Reading must work on a full disk too.
      if (!isDiskFull(error)) throw error;
    });
  }
  const { userId, hasAcceptedDisclaimer, userRowVersion, endsAt } = row;
  const renewed = idleMs >= SESSION_TOUCH_MS ? { renewedUntil: idleEnd(now, endsAt) } : {};
  return { tokenHash, userId, hasAcceptedDisclaimer, userRowVersion, ...renewed };
}

/**
 * The permissions of a user at global scope and at the sites that exist for the user. Inactive users are not excluded
 * here, because they have no session.
 */
async function loadPermissions(db: Db, userId: number): Promise<PermissionMap> {
  const permissions = await loadEffectivePermissions(db, { userIds: [userId], includesInactive: true });
  const map = permissionsOf(permissions, userId);
  const existing = Object.entries(map).flatMap(([key, row]) => {
    const siteId = Number(key);
    if (siteId === GLOBAL_SITE_ID || (siteId > 0 && canViewSite(map, siteId))) return [[key, row] as const];
    return siteId > 0 && row['SITES:MANAGE'] === true ? [[key, managingRow(row)] as const] : [];
  });
  return Object.fromEntries(existing);
}

/**
 * `notices` tells up to when changes of other processes have been heard of; without them there are no others, or none that matters.
 */
export function createAccess(db: Db, clock: Clock, notices?: NoticeWatch): Access {
  const confirmation = notices && {
    completeUntilMs: () => notices.completeUntilMs(),
    lifeMs: PERMISSION_UNCONFIRMED_MS,
  };
  const recentSessions = createTimedCache<Session | null>(clock, PERMISSION_CACHE_MS, confirmation);
  const recentPermissions = createTimedCache<PermissionMap>(clock, PERMISSION_CACHE_MS, confirmation);
  const recentUsers = createTimedCache<User>(clock, PERMISSION_CACHE_MS);
  const changes = createBroadcast<void>();
  const lookUp = sessionLookUp(db);
  const sessionOf = (token: string) => loadSession(db, clock, lookUp, token);
  return {
    async start(within, { userId, device, address }) {
      const token = newToken();
      const now = clock.now();
      const endsAt = new Date(now.getTime() + SESSION_LONGEST_MS);
      const idleSince = new Date(now.getTime() - SESSION_SLIDING_MS);
      const isOver = or(lte(sessions.endsAt, now), lte(sessions.lastUsedAt, idleSince));
      await within.delete(sessions).where(and(eq(sessions.userId, userId), isOver));
      await within
        .insert(sessions)
        .values({ tokenHash: hashToken(token), userId, device, address, createdAt: now, lastUsedAt: now, endsAt });
      await within.update(users).set({ lastActiveAt: now }).where(eq(users.id, userId));
      return { token, idleEndsAt: idleEnd(now, endsAt) };
    },
    session: sessionOf,
    async recentSession(token) {
      const recent = await recentSessions.get(hashToken(token), () => sessionOf(token));
      // The user may have accepted the disclaimer since then, on another server process too.
      return recent?.hasAcceptedDisclaimer === false ? sessionOf(token) : recent;
    },
    permissions: (userId) => recentPermissions.get(String(userId), () => loadPermissions(db, userId)),
    freshPermissions(userId) {
      recentPermissions.forget(String(userId));
      return recentPermissions.get(String(userId), () => loadPermissions(db, userId));
    },
    user: ({ userId, userRowVersion }, load) => recentUsers.get(`${userId} ${userRowVersion}`, load),
    async end({ tokenHash }) {
      await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
      recentSessions.forget(tokenHash);
      changes.tell();
    },
    forget(notice = null) {
      if (notice) recentSessions.forget(notice.endedTokenHash);
      else for (const cache of [recentSessions, recentPermissions, recentUsers]) cache.clear();
      changes.tell();
    },
    isLive: async ({ tokenHash }) => (await findLive(lookUp, tokenHash, clock.now())) !== null,
    onChange: (listener) => changes.listen(listener),
  };
}
