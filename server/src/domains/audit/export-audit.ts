import type { z } from 'zod';
import { AUDIT_EXPORT_LARGEST } from '@overlook/shared/config';
import { letOthersRun } from '@overlook/db';
import { CSV_START, csvLine } from '@overlook/shared/format';
import type { auditCsvOutputSchema, AuditEntry, AuditFilter } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { inPersonsTurn } from '../../services/heavy-work.ts';
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
  const { lines, isWhole } = await inPersonsTurn(ctx, () => linesOf(ctx, filter));
  await recordDone(ctx.db, ctx, { action: 'audit.csv', details: { filter, count: lines.length } });
  return { csv: [CSV_START + csvLine(HEADING), ...lines], isWhole };
}

/** Entries that are read at once; other requests run in between. */
const AT_ONCE = 500;

/** The lines of the newest entries, as many as one export holds. Throws the reason of `ended` when the client has gone. */
async function linesOf(ctx: SignedInContext, filter: AuditFilter): Promise<{ lines: string[]; isWhole: boolean }> {
  const lines: string[] = [];
  for (let before: number | undefined; ;) {
    ctx.ended.throwIfAborted();
    const entries = await findEntries(ctx, filter, { before, limit: AT_ONCE });
    for (const entry of entries) {
      if (lines.length === AUDIT_EXPORT_LARGEST) return { lines, isWhole: false };
      lines.push(csvLine(cellsOf(entry)));
    }
    if (entries.length < AT_ONCE) return { lines, isWhole: true };
    before = entries.at(-1)!.id;
    await letOthersRun();
  }
}
