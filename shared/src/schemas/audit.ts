import { z } from 'zod';
import { AUDIT_RETENTION_LEAST_DAYS, AUDIT_RETENTION_MOST_DAYS } from '../config/audit.ts';
import { PAGE_DEFAULT, PAGE_LARGEST } from '../config/limits.ts';
import { idInputSchema, integerInputSchema, searchInputSchema } from './input.ts';
import { idSchema } from './site.ts';
import { personReferenceSchema } from './user.ts';

/** One thing that a person did, or was refused. */
export const auditEntrySchema = z.object({
  id: idSchema,
  /** ISO date. */
  at: z.string(),
  /** The person; null when no one was signed in. */
  user: personReferenceSchema.nullable(),
  /** IP address. */
  address: z.string().nullable(),
  /** The operation, for example `users.disable`. */
  action: z.string(),
  /** What it was done to, for example `user:5`. */
  subject: z.string().nullable(),
  /** The error code it was refused with; null when it was done. */
  refusal: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /**
   * The current names of the records that `subject` and `details` refer to, by keys such as `user:5`; a deleted record
   * has no name.
   */
  names: z.record(z.string(), z.string()),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

const NOT_AN_INSTANT = 'This is not a date and time';
/** Only years that databases and ISO dates write in the same way; an offset may lead out of them. */
const instantInputSchema = z.iso.datetime({ offset: true, error: NOT_AN_INSTANT }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}, NOT_AN_INSTANT);

/** What an audit list is narrowed to; `from` is inclusive, `to` is not. */
export const auditFilterSchema = z.object({
  userId: idInputSchema.optional(),
  /** An operation, or the whole of a domain: `users.disable`, `users`. */
  action: searchInputSchema.optional(),
  subject: searchInputSchema.optional(),
  outcome: z.enum(['done', 'refused']).optional(),
  from: instantInputSchema.optional(),
  to: instantInputSchema.optional(),
});

export type AuditFilter = z.infer<typeof auditFilterSchema>;

/** Entries older than the one called `before`, newest first. */
export const auditListInputSchema = auditFilterSchema.extend({
  before: idInputSchema.optional(),
  limit: integerInputSchema(1, PAGE_LARGEST).default(PAGE_DEFAULT),
});

export const auditListOutputSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** The `before` of the next page; null on the last one. */
  next: idSchema.nullable(),
});

export const auditActionsOutputSchema = z.object({ actions: z.array(z.string()) });

export const auditCsvOutputSchema = z.object({
  /** The file, line by line. */
  csv: z.array(z.string()),
  /** False when there were more entries than one export holds; the oldest are missing. */
  isWhole: z.boolean(),
});

/** Days that entries are kept; null keeps them for ever. */
export const auditRetentionSchema = z.object({
  days: integerInputSchema(AUDIT_RETENTION_LEAST_DAYS, AUDIT_RETENTION_MOST_DAYS).nullable(),
});
