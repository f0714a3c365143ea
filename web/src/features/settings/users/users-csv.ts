import { csvText } from '@overlook/shared/format';
import type { User } from '@overlook/shared/schemas';

/** The columns of specification §2 "Admin lists". */
const COLUMNS = ['firstName', 'lastName', 'email', 'role', 'disabledOn', 'createdAt', 'lastActive'] as const;

/** Users as CSV that a spreadsheet reads as text only. Dates are in ISO form; several roles share one cell. */
export function usersCsv(users: readonly User[]): string {
  const rows = users.map((user) => [
    user.firstName,
    user.lastName,
    user.email,
    user.roleList.map(({ displayName }) => displayName).join('; '),
    user.disabledOn ?? '',
    user.createdAt,
    user.data.lastActive ?? '',
  ]);
  return csvText(COLUMNS, rows);
}
