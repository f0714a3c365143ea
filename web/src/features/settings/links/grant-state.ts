import type { Site, ViewGrant } from '@overlook/shared/schemas';
import { VIEW_GRANTS_MESSAGES, formatMessage } from '@overlook/shared/messages';

/** 'endingSoon': within the next seven days. */
export type GrantState = 'open' | 'endingSoon' | 'ended' | 'revoked';

const SOON_MS = 7 * 24 * 60 * 60 * 1000;

/** The state of a link or an embed at a time. */
export function stateOf({ revokedAt, endsAt }: Pick<ViewGrant, 'revokedAt' | 'endsAt'>, now: Date): GrantState {
  if (revokedAt !== null) return 'revoked';
  const leftMs = Date.parse(endsAt) - now.getTime();
  if (leftMs <= 0) return 'ended';
  return leftMs <= SOON_MS ? 'endingSoon' : 'open';
}

export const isOver = (state: GrantState): boolean => state === 'ended' || state === 'revoked';

/**
 * The shown content and its places: "Ridgeway Gas Plant, only one view", "Ridgeway Gas Plant,
 * https://portal.example.com".
 */
export function whatIsShown({ siteId, kind, view, origins }: ViewGrant, sites: readonly Site[]): string {
  const site =
    sites.find(({ id }) => id === siteId)?.name ?? formatMessage(VIEW_GRANTS_MESSAGES['grant.site'], { siteId });
  if (kind === 'embed') return [site, ...origins].join(', ');
  return `${site}, ${view === null ? VIEW_GRANTS_MESSAGES['grant.theWholeSite'] : VIEW_GRANTS_MESSAGES['grant.onlyOneView']}`;
}
