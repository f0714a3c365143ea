import { fileSizeText } from '@overlook/shared/format';
import { INSTANCE_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { InstanceStatus } from '@overlook/shared/schemas';
import { DateWords } from '../../../ui/date-words.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { backupsHealth } from './health.ts';
import { StatusCard } from './status-card.tsx';

/** When the last backup was made, and when one was last restored for a trial. */
export function BackupsCard({ backups }: { backups: InstanceStatus['backups'] }) {
  return (
    <StatusCard title={INSTANCE_MESSAGES['instance.backups']} health={backupsHealth(backups)}>
      {backups.isKnown && (backups.to !== null || backups.last !== null || backups.lastDrill !== null) && (
        <Facts
          rows={[
            { name: INSTANCE_MESSAGES['instance.place'], value: backups.to ?? backups.last?.to ?? '' },
            {
              name: INSTANCE_MESSAGES['instance.lastBackup'],
              value: <DateWords iso={backups.last?.finishedAt ?? null} />,
            },
            ...(backups.last
              ? [{ name: INSTANCE_MESSAGES['instance.size'], value: fileSizeText(backups.last.bytes) }]
              : []),
            {
              name: INSTANCE_MESSAGES['instance.drills'],
              value:
                backups.drillEveryHours === null
                  ? INSTANCE_MESSAGES['instance.drillsByHand']
                  : formatMessage(INSTANCE_MESSAGES['instance.drillsEvery'], { hours: backups.drillEveryHours }),
            },
            {
              name: INSTANCE_MESSAGES['instance.lastPassedDrill'],
              value: <DateWords iso={backups.lastPassedDrillAt} />,
            },
            ...(backups.lastDrill
              ? [
                  {
                    name: INSTANCE_MESSAGES['instance.lastDrill'],
                    value: backups.lastDrill.isPassed
                      ? INSTANCE_MESSAGES['instance.passed']
                      : INSTANCE_MESSAGES['instance.failed'],
                  },
                ]
              : []),
          ].filter(({ value }) => value !== '')}
        />
      )}
    </StatusCard>
  );
}
