import { PERMISSION_TOKENS, SITE_VIEW_TOKENS, type PermissionToken } from './tokens.ts';

/** The scope of an answer that holds for every site. */
export const GLOBAL_SITE_ID = 0;

/**
 * Represents every site that is created later: no role has an entry for it, so it shows which permissions a person will
 * have there. Real ids are positive.
 */
export const FUTURE_SITE_ID = -1;

/** One explicit entry of one role. An absent entry means Inherit (specification §4). */
export interface PermissionEntry {
  readonly siteId: number;
  readonly token: string;
  readonly allowed: boolean;
}

/** Result sent to clients: site id ("0" = global) → token → whether the user may. */
export type PermissionMap = Record<string, Record<string, boolean>>;

/** Whether several tokens must all be held or any one of them (specification §6). */
export type TokenRule = 'and' | 'or';

type Answer = 'allow' | 'deny' | 'silent';

function answersBySite(entries: readonly PermissionEntry[]): Map<number, Map<string, Answer>> {
  const bySite = new Map<number, Map<string, Answer>>();
  for (const { siteId, token, allowed } of entries) {
    const answers = bySite.get(siteId) ?? new Map<string, Answer>();
    bySite.set(siteId, answers);
    if (answers.get(token) !== 'deny') answers.set(token, allowed ? 'allow' : 'deny');
  }
  return bySite;
}

/**
 * The permissions that result from a set of role entries. For a site: any Deny there → no, else any Allow there → yes,
 * else the same question at global scope, else no. At global scope a token is true only when it is allowed globally
 * and denied at no site, so that "true for the site or for 0" is the right answer everywhere.
 *
 * `entries` are those of all roles a user holds, their own and those of their teams; `siteIds` are the sites that
 * must have a row in the map. Entries at sites outside `siteIds` still count against the global answer.
 */
export function effectivePermissions(entries: readonly PermissionEntry[], siteIds: readonly number[]): PermissionMap {
  const bySite = answersBySite(entries);
  const globally = bySite.get(GLOBAL_SITE_ID);
  const answerAt = (siteId: number, token: string): Answer => bySite.get(siteId)?.get(token) ?? 'silent';
  const deniedSomewhere = new Set<string>();
  for (const [siteId, answers] of bySite) {
    if (siteId === GLOBAL_SITE_ID) continue;
    for (const [token, answer] of answers) if (answer === 'deny') deniedSomewhere.add(token);
  }

  const map: PermissionMap = { [GLOBAL_SITE_ID]: {} };
  for (const { token } of PERMISSION_TOKENS) {
    map[GLOBAL_SITE_ID]![token] = globally?.get(token) === 'allow' && !deniedSomewhere.has(token);
  }
  for (const siteId of siteIds) {
    if (siteId === GLOBAL_SITE_ID) continue;
    const row: Record<string, boolean> = {};
    for (const { token } of PERMISSION_TOKENS) {
      const here = answerAt(siteId, token);
      row[token] = here === 'silent' ? globally?.get(token) === 'allow' : here === 'allow';
    }
    map[siteId] = row;
  }
  return map;
}

/** Whether a map grants the tokens for a site or for global scope; with `siteId` null, for global scope only. */
export function isAllowed(
  map: PermissionMap,
  siteId: number | null,
  tokens: PermissionToken | readonly PermissionToken[],
  rule: TokenRule = 'and',
): boolean {
  const asked = typeof tokens === 'string' ? [tokens] : tokens;
  const holds = (token: string) =>
    (siteId !== null && map[siteId]?.[token] === true) || map[GLOBAL_SITE_ID]?.[token] === true;
  return rule === 'and' ? asked.every(holds) : asked.some(holds);
}

const SITE_SPECIFIC: ReadonlySet<string> = new Set(
  PERMISSION_TOKENS.filter(({ siteSpecific }) => siteSpecific).map(({ token }) => token),
);

/** Whether a map grants a token somewhere: one that a site may have at one site at least, others globally. */
export const isAllowedSomewhere = (map: PermissionMap, token: PermissionToken): boolean =>
  SITE_SPECIFIC.has(token) ? Object.values(map).some((row) => row[token] === true) : isAllowed(map, null, token);

/** The row of a site for those who only manage it: of an archived site, or of one that they may not view. */
export const managingRow = (row: Record<string, boolean>): Record<string, boolean> => ({
  'SITES:MANAGE': row['SITES:MANAGE'] === true,
});

/**
 * Whether a map grants a token at a site. A site that may not be viewed has no row in the maps of the server, so that a
 * global permission does not apply there.
 */
export function isAllowedAtSite(map: PermissionMap, siteId: number, token: PermissionToken): boolean {
  return map[siteId]?.[token] === true;
}

/** Whether the site exists for the holder of this map (specification §6). Archived sites exist for no viewer. */
export function canViewSite(map: PermissionMap, siteId: number): boolean {
  return SITE_VIEW_TOKENS.some((token) => isAllowedAtSite(map, siteId, token));
}
