import { expect, it } from 'vitest';
import { AUDIT_RETENTION_LEAST_DAYS, AUDIT_RETENTION_MOST_DAYS } from '../config/audit.ts';
import { AUDIT_MESSAGES, auditActionText } from './audit.ts';

it.each([
  ['users.disable', 'Users: disable'],
  ['users.clearSSO', 'Users: clear SSO'],
  ['auth.endOtherSessions', 'Auth: end other sessions'],
  ['modelGroups', 'Model groups'],
])('%s reads %s', (action, text) => expect(auditActionText(action)).toBe(text));

it('the sentence about retention has its limits', () => {
  const limits = `from ${AUDIT_RETENTION_LEAST_DAYS} to ${AUDIT_RETENTION_MOST_DAYS}`;
  expect(AUDIT_MESSAGES['audit.retentionRange']).toContain(limits);
});
