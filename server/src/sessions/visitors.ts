import { z } from 'zod';
import type { Db } from '@overlook/db';
import { VIEW_GRANT_CACHE_MS, VISIT_LIFE_MS, VISITOR_TOKEN_PREFIX } from '@overlook/shared/config';
import { GLOBAL_SITE_ID, type PermissionMap } from '@overlook/shared/permissions';
import type { Env } from '../env.ts';
import type { Clock } from '../services/clock.ts';
import type { SecretBox } from '../services/secret-box.ts';
import { createTimedCache } from '../services/timed-cache.ts';
import type { Access } from './access.ts';
import { assertOpen, assertOrigin, findGrant, visitorPermissions, type StoredGrant } from './live-grant.ts';

/** A caller by a grant, without an account. */
export interface Visitor {
  readonly grantId: number;
  /** The query of the address that the grant opens; null for the home view. */
  readonly view: string | null;
  /** Rows of the grant's site and, empty, of global scope only. */
  readonly permissions: PermissionMap;
}

/** Visitors' tokens: sealed, so that none is stored, and valid for an hour. */
export interface Visitors {
  /** A token for the visitors of an open grant. */
  issue(grantId: number): Promise<{ visitorToken: string; expiresAt: Date }>;
  /** Whether a token was issued to a visitor of this grant, however long ago. */
  wasIssued(token: string, grantId: number): Promise<boolean>;
  /**
   * The visitor with this token, from a page of `origin`; null where it is not a visitor's token or is older than an
   * hour. The grant is read from the database, through a cache of at most 1 s. Throws 404 for a grant that no longer
   * opens, 403 for the origin.
   */
  visitor(token: string, origin: string | null): Promise<Visitor | null>;
}

const ASSOCIATED_DATA = 'visitor';
const contentSchema = z.object({ grantId: z.number().int(), expiresAtMs: z.number() });

/** Whether a token is one of a visitor, by its form. */
export const isVisitorToken = (token: string): boolean => token.startsWith(VISITOR_TOKEN_PREFIX);

export function createVisitors({
  db,
  env,
  clock,
  access,
  secrets,
}: {
  readonly db: Db;
  readonly env: Pick<Env, 'embedOrigins'>;
  readonly clock: Clock;
  readonly access: Pick<Access, 'permissions'>;
  readonly secrets: SecretBox;
}): Visitors {
  const recent = createTimedCache<StoredGrant | null>(clock, VIEW_GRANT_CACHE_MS);

  /** The content of a token; null where it was not made here. */
  async function contentOf(token: string) {
    const sealed = token.slice(VISITOR_TOKEN_PREFIX.length);
    const content = await secrets.open(sealed, ASSOCIATED_DATA).catch(() => null);
    return content === null ? null : contentSchema.parse(JSON.parse(content));
  }

  return {
    async issue(grantId) {
      const expiresAt = new Date(clock.now().getTime() + VISIT_LIFE_MS);
      const content = JSON.stringify({ grantId, expiresAtMs: expiresAt.getTime() });
      return { visitorToken: VISITOR_TOKEN_PREFIX + (await secrets.seal(content, ASSOCIATED_DATA)), expiresAt };
    },
    wasIssued: async (token, grantId) => isVisitorToken(token) && (await contentOf(token))?.grantId === grantId,
    async visitor(token, origin) {
      if (!isVisitorToken(token)) return null;
      const content = await contentOf(token);
      if (!content || clock.now().getTime() >= content.expiresAtMs) return null;
      const { grantId } = content;
      const stored = await recent.get(String(grantId), () => findGrant(db, { id: grantId }));
      assertOpen(stored, clock.now());
      assertOrigin(stored, origin, env);
      const left = visitorPermissions(stored, await access.permissions(stored.grant.madeBy));
      const here = Object.fromEntries(left.map((permission) => [permission, true]));
      return { grantId, view: stored.grant.view, permissions: { [GLOBAL_SITE_ID]: {}, [stored.grant.siteId]: here } };
    },
  };
}
