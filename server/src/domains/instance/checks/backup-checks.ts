import { dateTimeText } from '@overlook/shared/format';
import type { CheckFinding } from '@overlook/shared/schemas';
import type { BackupHealth } from '../../../backup/backup-health.ts';
import type { Env } from '../../../env.ts';
import { advice, failure, warning, when } from './finding.ts';

const timeOf = (last: { readonly finishedAt: string }): string => dateTimeText(new Date(last.finishedAt));

/** Only of backups that the settings make, and of drills, however they were made. */
export const backupFindings = (
  { backup, drill, passedDrill, isBackupLate, isDrillLate }: BackupHealth,
  { backups }: Pick<Env, 'backups'>,
): CheckFinding[] => [
  ...when(isBackupLate && backup === null, () => failure('backup.none')),
  ...(isBackupLate && backup !== null ? [failure('backup.late', { dateTime: timeOf(backup) })] : []),
  ...(drill !== null && !drill.isPassed ? [failure('drill.failed', { dateTime: timeOf(drill) })] : []),
  ...(isDrillLate && passedDrill !== null ? [warning('drill.late', { dateTime: timeOf(passedDrill) })] : []),
  ...when(isDrillLate && passedDrill === null && drill === null, () => warning('drill.none')),
  ...when(backup !== null && drill === null && !backups?.drills, () => advice('drill.never')),
];
