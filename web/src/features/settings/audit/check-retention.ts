import { AUDIT_RETENTION_LEAST_DAYS, AUDIT_RETENTION_MOST_DAYS } from '@overlook/shared/config';
import { AUDIT_MESSAGES } from '@overlook/shared/messages';

/** The typed retention of the audit. */
export interface RetentionValues {
  isForEver: boolean;
  days: string;
}

/** The number that is sent to the server; null is for ever. */
export const retentionDays = ({ isForEver, days }: RetentionValues): number | null =>
  isForEver ? null : Number(days.trim());

/** Its error before it is sent. */
export function checkRetention(values: RetentionValues): { days?: string } {
  if (values.isForEver) return {};
  const days = retentionDays(values)!;
  const isFine = Number.isInteger(days) && days >= AUDIT_RETENTION_LEAST_DAYS && days <= AUDIT_RETENTION_MOST_DAYS;
  return isFine ? {} : { days: AUDIT_MESSAGES['audit.retentionRange'] };
}
