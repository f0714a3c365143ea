import { dateTimeText } from '@overlook/shared/format';
import { auditActionText, AUDIT_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { AuditEntry } from '@overlook/shared/schemas';
import { detailFacts, referenceText } from './detail-words.ts';

/** Who did it. Without a signed-in user it was the product itself, or an unknown visitor. */
export function whoText({ user, address }: Pick<AuditEntry, 'user' | 'address'>): string {
  if (user) return `${user.firstName} ${user.lastName}`;
  return address === null ? AUDIT_MESSAGES['audit.theProductItself'] : AUDIT_MESSAGES['audit.noUserSignedIn'];
}

/** The e-mail address of the user. A deleted user has none. */
export const emailText = ({ user }: Pick<AuditEntry, 'user'>): string => {
  if (!user) return '';
  return user.email.includes('@') ? user.email : AUDIT_MESSAGES['audit.deleted'];
};

/** The name of its subject. A record that was deleted since has its name of that time. */
export function subjectText({ subject, names, details }: Pick<AuditEntry, 'subject' | 'names' | 'details'>): string {
  if (subject === null) return '';
  const nameThen = details['name'];
  return names[subject] ?? (typeof nameThen === 'string' ? nameThen : referenceText(subject, names));
}

/** "FORBIDDEN" → "Refused: forbidden". */
export const outcomeText = (refusal: string | null): string =>
  refusal === null
    ? COMMON_MESSAGES['common.done']
    : formatMessage(AUDIT_MESSAGES['audit.refusedFor'], { reason: refusal.toLowerCase().replaceAll('_', ' ') });

/** All that was written down, as names and values. */
export function entryFacts(entry: AuditEntry): { name: string; value: string }[] {
  const { at, address, action, subject, refusal } = entry;
  return [
    { name: AUDIT_MESSAGES['audit.when'], value: dateTimeText(new Date(at)) },
    { name: AUDIT_MESSAGES['audit.exactly'], value: at },
    { name: AUDIT_MESSAGES['audit.who'], value: [whoText(entry), emailText(entry)].filter(Boolean).join(', ') },
    { name: AUDIT_MESSAGES['audit.fromAddress'], value: address ?? '' },
    { name: AUDIT_MESSAGES['audit.action'], value: auditActionText(action) },
    { name: AUDIT_MESSAGES['audit.doneTo'], value: subjectText(entry) },
    { name: AUDIT_MESSAGES['audit.outcome'], value: outcomeText(refusal) },
    ...detailFacts(entry),
    { name: AUDIT_MESSAGES['audit.operation'], value: [action, subject].filter(Boolean).join(', ') },
  ];
}
