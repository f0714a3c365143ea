import { PERMISSION_TOKENS } from '@overlook/shared/permissions';
import type { AuditEntry } from '@overlook/shared/schemas';
import { AUDIT_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';

type Names = AuditEntry['names'];
type Fact = { name: string; value: string };

/** The labels of the fields of details; a field without a label is split at its capitals. */
const FIELDS: Readonly<Record<string, string>> = {
  name: AUDIT_MESSAGES['audit.nameThen'],
  displayName: COMMON_MESSAGES['common.name'],
  email: COMMON_MESSAGES['common.email'],
  isPasswordNew: AUDIT_MESSAGES['audit.newPassword'],
  answers: AUDIT_MESSAGES['audit.permissions'],
  ended: AUDIT_MESSAGES['audit.sessionsEnded'],
  days: AUDIT_MESSAGES['audit.daysKept'],
  ssoTid: AUDIT_MESSAGES['audit.singleSignOnTenant'],
  ssoSub: AUDIT_MESSAGES['audit.singleSignOnSubject'],
};
const KINDS: Readonly<Record<string, string>> = { users: 'user', roles: 'role', teams: 'team' };
const TOKENS = new Map<string, string>(PERMISSION_TOKENS.map(({ token, displayName }) => [token, displayName]));

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'number');

function fieldText(field: string): string {
  const words = field.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, next: string) => `${before} ${next.toLowerCase()}`,
  );
  return FIELDS[field] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The current name of "user:5"; a deleted record keeps its kind and number: "User 5". */
export function referenceText(reference: string, names: Names): string {
  const [kind = '', id = ''] = reference.split(':');
  return names[reference] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id}`.trim();
}

const answerText = (answer: unknown): string =>
  answer === null
    ? AUDIT_MESSAGES['audit.inherit']
    : answer
      ? AUDIT_MESSAGES['audit.allow']
      : AUDIT_MESSAGES['audit.deny'];

function changedAnswerText({ siteId, token, from, to }: Record<string, unknown>, names: Names): string {
  const place = siteId === 0 ? AUDIT_MESSAGES['audit.global'] : referenceText(`site:${String(siteId)}`, names);
  return `${TOKENS.get(String(token)) ?? String(token)}, ${place}: ${answerText(from)} → ${answerText(to)}`;
}

/** One value of the details as text; JSON for others. */
function valueText(field: string, value: unknown, names: Names): string {
  const kind = KINDS[field];
  const named = (ids: unknown) => (isIds(ids) ? ids.map((id) => referenceText(`${kind}:${id}`, names)).join(', ') : '');
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? AUDIT_MESSAGES['audit.yes'] : AUDIT_MESSAGES['audit.no'];
  if (kind && isIds(value)) return named(value);
  if (field === 'answers' && Array.isArray(value)) {
    return value
      .filter(isRecord)
      .map((answer) => changedAnswerText(answer, names))
      .join('; ');
  }
  if (!isRecord(value)) return String(value);
  if (kind && ('added' in value || 'removed' in value)) {
    const changes = [
      [AUDIT_MESSAGES['audit.added'], named(value['added'])],
      [AUDIT_MESSAGES['audit.removed'], named(value['removed'])],
    ];
    return changes.flatMap(([verb, list]) => (list ? [`${verb} ${list}`] : [])).join('; ');
  }
  if ('from' in value && 'to' in value)
    return `${valueText('', value['from'], names)} → ${valueText('', value['to'], names)}`;
  return JSON.stringify(value);
}

/** The further details of an entry as text. Details without content (no roles changed) are omitted. */
export function detailFacts({ details, names }: Pick<AuditEntry, 'details' | 'names'>): Fact[] {
  const { changed, ...others } = details;
  const fields = { ...others, ...(isRecord(changed) ? changed : {}) };
  return Object.entries(fields)
    .filter(([field, value]) => value !== null && !(field === 'isPasswordNew' && value === false))
    .map(([field, value]) => ({ name: fieldText(field), value: valueText(field, value, names) }))
    .filter(({ value }) => value !== '');
}
