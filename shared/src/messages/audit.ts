import { AUDIT_ACTIONS, AUDIT_DOMAINS } from './audit-actions.ts';
import { formatMessage } from './format-message.ts';

/** The audit log. The specification names it without a sentence (§2); these follow its own for other lists. */
export const AUDIT_MESSAGES = {
  'audit.fetchFailed': 'There was a problem fetching the audit log',
  'audit.empty': 'Nothing has been written down yet',
  'audit.csvCut': 'The file holds the newest entries only: there are more than one file takes. Narrow them by time.',
  'audit.retentionFetchFailed': 'There was a problem fetching how long the audit log is kept',
  'audit.retentionSaved': 'Audit log retention updated.',
  'audit.retentionRange': 'Enter a whole number of days from 90 to 3650',
  'audit.outcome': 'Outcome',
  'audit.refused': 'Refused',
  'audit.when': 'When',
  'audit.action': 'Action',
  'audit.who': 'Who',
  'audit.doneTo': 'Done to',
  'audit.fromAddress': 'From address',
  'audit.auditLog': 'Audit Log',
  'audit.whatListedCsv': 'What is listed, as CSV',
  'audit.nothingFitsTheFilters': 'Nothing fits the filters',
  'audit.everyChangeListedHere': 'Every change is listed here, and every one that was refused.',
  'audit.showOlderEntries': 'Show older entries',
  'audit.all': 'All',
  'audit.everyAction': 'Every action',
  'audit.filters': 'Filters',
  'audit.filtersSet': 'Filters: {count} set',
  'audit.clearFilters': 'Clear filters',
  'audit.from': 'From',
  'audit.until': 'Until',
  'audit.nameThen': 'Name then',
  'audit.exactly': 'Exactly',
  'audit.operation': 'Operation',
  'audit.user': 'User {userId}',
  'audit.person': 'Person',
  'audit.anybody': 'Anybody',
  'audit.forEver': 'For ever',
  'audit.forATime': 'For a time',
  'audit.keepTheAuditLog': 'Keep the audit log',
  'audit.keepEntries': 'Keep entries',
  'audit.days': 'Days',
  'audit.olderEntriesRemovedOnce': 'Older entries are removed at once, then every day. They cannot be brought back.',
  'audit.retryRetention': 'Retry retention',
  'audit.newPassword': 'New password',
  'audit.permissions': 'Permissions',
  'audit.sessionsEnded': 'Sessions ended',
  'audit.daysKept': 'Days kept',
  'audit.singleSignOnTenant': 'Single Sign On tenant',
  'audit.singleSignOnSubject': 'Single Sign On subject',
  'audit.inherit': 'Inherit',
  'audit.allow': 'Allow',
  'audit.deny': 'Deny',
  'audit.global': 'Global',
  'audit.yes': 'Yes',
  'audit.no': 'No',
  'audit.added': 'Added',
  'audit.removed': 'Removed',
  'audit.theProductItself': 'The product itself',
  'audit.noUserSignedIn': 'No user signed in',
  'audit.deleted': 'Deleted',
  'audit.refusedFor': 'Refused: {reason}',
  'audit.anyTime': 'Any time',
  'audit.keepForEver': 'Keep for ever',
  'audit.keepForThisTime': 'Keep for this time',
  'audit.changeHowLong': 'Change how long',
  'audit.found': '{count} entries found',
  'audit.foundAtLeast': '{count} or more entries found',
  'audit.keptForEver': 'Kept for ever',
  'audit.keptForDays': 'Kept for {days} days',
} as const;

/** "setRetention" → "set retention", "clearSSO" → "clear SSO". */
const words = (name: string): string =>
  name.replace(/([a-z])([A-Z]+)/g, (_, before: string, next: string) =>
    next.length > 1 ? `${before} ${next}` : `${before} ${next.toLowerCase()}`,
  );

/**
 * An operation as a person reads it: "users.disable" → "Disable user"; a whole domain has one text. An operation
 * without a text is split into words: "models.clearSSO" → "Models: clear SSO".
 */
export function auditActionText(action: string): string {
  const told = AUDIT_ACTIONS[action] ?? AUDIT_DOMAINS[action];
  if (told !== undefined) return told;
  const [domain = '', verb] = action.split('.', 2);
  const name = words(domain);
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return verb === undefined ? title : `${title}: ${words(verb)}`;
}

/** How long the audit is kept; null is for ever. */
export const retentionText = (days: number | null): string =>
  days === null ? AUDIT_MESSAGES['audit.keptForEver'] : formatMessage(AUDIT_MESSAGES['audit.keptForDays'], { days });
