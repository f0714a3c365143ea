import { expect, it } from 'vitest';
import { auditRetentionSchema } from '@overlook/shared/schemas';
import { checkRetention, retentionDays } from './check-retention.ts';

it.each(['', '89', '90', '365', '3650', '3651', '99.5', 'x', '-100'])('is what the server says of %j days', (days) => {
  const values = { isForEver: false, days };
  const isRefused = !auditRetentionSchema.safeParse({ days: retentionDays(values) }).success;
  expect('days' in checkRetention(values)).toBe(isRefused);
});

it('needs no number to keep it for ever', () => {
  const values = { isForEver: true, days: 'x' };
  expect([checkRetention(values), retentionDays(values)]).toEqual([{}, null]);
});
