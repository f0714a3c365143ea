const OUTCOMES = ['all', 'done', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The filters of the list; null and 'all' do not filter. Instants are ISO dates: `from` is inclusive, `to` is not. */
export interface AuditQuery {
  userId: number | null;
  action: string | null;
  outcome: Outcome;
  from: string | null;
  to: string | null;
}

export const WHOLE_AUDIT: AuditQuery = { userId: null, action: null, outcome: 'all', from: null, to: null };

const ID = /^[1-9][0-9]{0,8}$/;
const ACTION_LONGEST = 200;

function instantOf(text: string | null): string | null {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The filters in an address, so that a link shows the list of its sender. Unreadable filters are ignored. */
export function readAuditQuery(params: URLSearchParams): AuditQuery {
  const userId = params.get('user') ?? '';
  return {
    userId: ID.test(userId) ? Number(userId) : null,
    action: params.get('action')?.slice(0, ACTION_LONGEST) || null,
    outcome: OUTCOMES.find((outcome) => outcome === params.get('outcome')) ?? 'all',
    from: instantOf(params.get('from')),
    to: instantOf(params.get('to')),
  };
}

/** The inverse of {@link readAuditQuery}. */
export function auditParams({ userId, action, outcome, from, to }: AuditQuery): URLSearchParams {
  const params = {
    user: userId === null ? null : String(userId),
    action,
    outcome: outcome === 'all' ? null : outcome,
    from,
    to,
  };
  return new URLSearchParams(Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The same in the form of the server. */
export function auditFilter({ userId, action, outcome, from, to }: AuditQuery) {
  return {
    ...(userId === null ? {} : { userId }),
    ...(action === null ? {} : { action }),
    ...(outcome === 'all' ? {} : { outcome }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}

/** How many filters are set. */
export const filterCount = (query: AuditQuery): number => Object.keys(auditFilter(query)).length;

/** The choices: each domain, then its operations. The current one is among them, for any address. */
export function actionChoices(actions: readonly string[], chosen: string | null): string[] {
  const all = chosen === null ? actions : [...actions, chosen];
  return [...new Set(all.flatMap((action) => [action.split('.', 1)[0]!, action]))].sort();
}
