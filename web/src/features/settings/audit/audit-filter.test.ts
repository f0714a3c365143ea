import { describe, expect, it } from 'vitest';
import { actionChoices, auditFilter, auditParams, filterCount, readAuditQuery, WHOLE_AUDIT } from './audit-filter.ts';

const FULL = {
  userId: 7,
  action: 'users.disable',
  outcome: 'refused' as const,
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-21T13:30:00.000Z',
};

describe('the filters of the audit in an address', () => {
  it('are read as they were written', () => {
    expect(readAuditQuery(auditParams(FULL))).toEqual(FULL);
    expect(auditParams(WHOLE_AUDIT).toString()).toBe('');
    expect(readAuditQuery(new URLSearchParams())).toEqual(WHOLE_AUDIT);
  });

  it.each(['user=0', 'user=-1', 'user=x', 'outcome=maybe', 'from=yesterday', 'to=', 'action='])(
    'are ignored when they are invalid: %s',
    (search) => expect(readAuditQuery(new URLSearchParams(search))).toEqual(WHOLE_AUDIT),
  );

  it('request only filtered entries from the server', () => {
    expect(auditFilter(WHOLE_AUDIT)).toEqual({});
    expect(auditFilter(FULL)).toEqual(FULL);
    expect([filterCount(WHOLE_AUDIT), filterCount(FULL)]).toEqual([0, 5]);
  });
});

it('offers each domain before its operations, and the filters of an address', () =>
  expect(actionChoices(['users.disable', 'auth.signIn', 'users.archive'], 'mocs.create')).toEqual([
    'auth',
    'auth.signIn',
    'mocs',
    'mocs.create',
    'users',
    'users.archive',
    'users.disable',
  ]));
