import { effectivePermissions, GLOBAL_SITE_ID, type PermissionEntry } from './evaluate.ts';

/** The rule that decided a question. */
export type PermissionReason =
  | 'siteDeny'
  | 'siteAllow'
  | 'globalDeny'
  | 'globalAllow'
  /** The question was about global scope: allowed globally, but denied at a site. */
  | 'deniedAtSite'
  /** No role says anything. */
  | 'silent';

export interface PermissionExplanation<Entry extends PermissionEntry> {
  readonly isAllowed: boolean;
  readonly reason: PermissionReason;
  /** Every entry about the token: first those that decided, then the others by site, then those of global scope. */
  readonly entries: readonly { readonly entry: Entry; readonly isDecisive: boolean }[];
}

/**
 * `entries` are about one token, at `siteId` and at global scope (of all sites when the question is about global
 * scope).
 */
function reasonAt(entries: readonly PermissionEntry[], siteId: number): PermissionReason {
  const said = (here: boolean, allowed: boolean) =>
    entries.some((one) => (one.siteId === siteId) === here && one.allowed === allowed);
  if (siteId !== GLOBAL_SITE_ID) {
    const scoped = entries.filter((one) => one.siteId === siteId);
    if (scoped.length > 0) return scoped.some((one) => !one.allowed) ? 'siteDeny' : 'siteAllow';
    return entries.length > 0 ? reasonAt(entries, GLOBAL_SITE_ID) : 'silent';
  }
  if (said(true, false)) return 'globalDeny';
  if (!said(true, true)) return 'silent';
  return said(false, false) ? 'deniedAtSite' : 'globalAllow';
}

const DECISIVE: Record<PermissionReason, (entry: PermissionEntry) => boolean> = {
  siteDeny: ({ siteId, allowed }) => siteId !== GLOBAL_SITE_ID && !allowed,
  siteAllow: ({ siteId }) => siteId !== GLOBAL_SITE_ID,
  globalDeny: ({ siteId, allowed }) => siteId === GLOBAL_SITE_ID && !allowed,
  globalAllow: ({ siteId }) => siteId === GLOBAL_SITE_ID,
  deniedAtSite: ({ siteId, allowed }) => siteId !== GLOBAL_SITE_ID && !allowed,
  silent: () => false,
};

const isAtGlobal = ({ siteId }: PermissionEntry) => Number(siteId === GLOBAL_SITE_ID);

/**
 * Why a token is held or not held at a site (0 = global scope). The answer itself is the resolver's; this adds which
 * entries decided. `entries` are those of all roles the person holds, each with additional data of the caller.
 */
export function explainPermission<Entry extends PermissionEntry>(
  entries: readonly Entry[],
  siteId: number,
  token: string,
): PermissionExplanation<Entry> {
  const isGlobal = siteId === GLOBAL_SITE_ID;
  const relevant = entries.filter(
    (one) => one.token === token && (isGlobal || one.siteId === siteId || one.siteId === GLOBAL_SITE_ID),
  );
  const reason = reasonAt(relevant, siteId);
  const marked = relevant.map((entry) => ({ entry, isDecisive: DECISIVE[reason](entry) }));
  return {
    isAllowed: effectivePermissions(relevant, [siteId])[siteId]![token] === true,
    reason,
    entries: marked.sort(
      (a, b) => Number(b.isDecisive) - Number(a.isDecisive) || isAtGlobal(a.entry) - isAtGlobal(b.entry),
    ),
  };
}
