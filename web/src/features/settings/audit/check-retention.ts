import { AUDIT_RETENTION_LEAST_DAYS, AUDIT_RETENTION_MOST_DAYS } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';

/** How long the audit is kept, as it is typed. */
export interface RetentionValues {
  isForEver: boolean;
  days: string;
}

/** The number the server is asked for; null is for ever. */
export const retentionDays = ({ isForEver, days }: RetentionValues): number | null =>
  isForEver ? null : Number(days.trim());

/** What is wrong with it before it is sent. */
export function checkRetention(values: RetentionValues): { days?: string } {
  if (values.isForEver) return {};
  const days = retentionDays(values)!;
  const isFine = Number.isInteger(days) && days >= AUDIT_RETENTION_LEAST_DAYS && days <= AUDIT_RETENTION_MOST_DAYS;
  return isFine ? {} : { days: MESSAGES['audit.retentionRange'] };
}
