import type { Services } from '../../context.ts';
import { hashToken } from '../../services/tokens.ts';
import { findGrant, originsLeft } from './live-grant.ts';

/** The form of what `newToken` makes: 256 bits in base64url. */
const SECRET = /^[\w-]{43}$/;

/**
 * The origins of pages that may show the embed of this secret in a frame: those that both it and `EMBED_ORIGINS` name. None
 * for a public link, for what does not exist and for what was revoked. One that has ended stays in its frame and says so there.
 */
export async function embedOrigins({ db, env }: Pick<Services, 'db' | 'env'>, secret: string): Promise<string[]> {
  if (env.embedOrigins.length === 0 || !SECRET.test(secret)) return [];
  const stored = await findGrant(db, { tokenHash: hashToken(secret) });
  if (!stored || stored.grant.kind !== 'embed' || stored.grant.revokedAt !== null || !stored.isMakerActive) return [];
  return originsLeft(stored, env);
}
