import type { z } from 'zod';
import { AUDIT_EXPORT_LARGEST } from '@overlook/shared/config';
import { csvText } from '@overlook/shared/format';
import type { auditCsvOutputSchema, AuditEntry, AuditFilter } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { findEntries } from './list-audit.ts';

const HEADING = ['at', 'user', 'email', 'address', 'action', 'subject', 'name', 'outcome', 'details'];

const cellsOf = ({ at, user, address, action, subject, refusal, details, names }: AuditEntry): string[] => [
  at,
  user ? `${user.firstName} ${user.lastName}` : '',
  user?.email ?? '',
  address ?? '',
  action,
  subject ?? '',
  names[subject ?? ''] ?? '',
  refusal ?? 'done',
  JSON.stringify(details),
];

/** The audit as CSV, newest first, with no cell that a spreadsheet would run as a formula. The export itself is audited. */
export async function exportAudit(
  ctx: SignedInContext,
  filter: AuditFilter,
): Promise<z.input<typeof auditCsvOutputSchema>> {
  const found = await findEntries(ctx, filter, { limit: AUDIT_EXPORT_LARGEST + 1 });
  const entries = found.slice(0, AUDIT_EXPORT_LARGEST);
  await recordDone(ctx.db, ctx, { action: 'audit.csv', details: { filter, count: entries.length } });
  return { csv: csvText(HEADING, entries.map(cellsOf)), isWhole: entries.length === found.length };
}
