import type { Services } from '../../context.ts';
import { hashToken } from '../../services/tokens.ts';
import { findGrant, effectiveOrigins } from '../../sessions/live-grant.ts';

/** The form of the secrets that `newToken` makes: 256 bits in base64url. */
const SECRET = /^[\w-]{43}$/;

/**
 * The origins of pages that may show the embed of this secret in a frame: those that both it and `EMBED_ORIGINS` name.
 * Empty for a public link, an unknown secret and a revoked grant. An expired embed remains in its frame and shows that
 * it has ended.
 */
export async function embedOrigins({ db, env }: Pick<Services, 'db' | 'env'>, secret: string): Promise<string[]> {
  if (env.embedOrigins.length === 0 || !SECRET.test(secret)) return [];
  const stored = await findGrant(db, { tokenHash: hashToken(secret) });
  if (!stored || stored.grant.kind !== 'embed' || stored.grant.revokedAt !== null || !stored.isMakerActive) return [];
  return effectiveOrigins(stored, env);
}
