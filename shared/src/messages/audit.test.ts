import { expect, it } from 'vitest';
import { AUDIT_RETENTION_LEAST_DAYS, AUDIT_RETENTION_MOST_DAYS } from '../config/audit.ts';
import { AUDIT_MESSAGES, auditActionText } from './audit.ts';

it.each([
  ['users.disable', 'Disable user'],
  ['auth.endOtherSessions', 'End all other sessions'],
  ['users', 'Users: everything'],
  ['models.clearSSO', 'Models: clear SSO'],
  ['modelGroups', 'Model groups'],
])('%s reads %s', (action, text) => expect(auditActionText(action)).toBe(text));

it('the sentence about retention has its limits', () => {
  const limits = `from ${AUDIT_RETENTION_LEAST_DAYS} to ${AUDIT_RETENTION_MOST_DAYS}`;
  expect(AUDIT_MESSAGES['audit.retentionRange']).toContain(limits);
});
