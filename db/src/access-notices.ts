/** Channel of the triggers in migration 0009. */
export const ACCESS_CHANNEL = 'overlook_access';
const SESSION = 'session ';

/** What caches must drop: one session by the hash of its token, or everything (null). */
export type AccessNotice = { readonly endedTokenHash: string } | null;

/** Reads a payload of the channel; null payload: some were missed. */
export function accessNoticeOf(payload: string | null): AccessNotice {
  return payload?.startsWith(SESSION) ? { endedTokenHash: payload.slice(SESSION.length) } : null;
}
