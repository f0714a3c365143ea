import { INSTANCE_MESSAGES } from '@overlook/shared/messages';
import type { CheckFinding, Checks } from '@overlook/shared/schemas';
import { checksHealth, LOOKING } from './health.ts';
import { StatusCard } from './status-card.tsx';
import css from './instance.module.css';

function Finding({ level, problem, remedy }: CheckFinding) {
  return (
    <li className={css.finding} data-level={level}>
      <strong>{problem}</strong>
      <span>{remedy}</span>
    </li>
  );
}

interface ChecksCardProps {
  /** Null where the server has not looked yet, or could not. */
  checks: Checks | null;
  isLooking: boolean;
}

/** What the server finds wrong with the installation, and what to do. */
export function ChecksCard({ checks, isLooking }: ChecksCardProps) {
  return (
    <StatusCard title={INSTANCE_MESSAGES['instance.checks']} health={isLooking ? LOOKING : checksHealth(checks)}>
      {checks?.findings.length === 0 && <p>{INSTANCE_MESSAGES['instance.checksFine']}</p>}
      {checks !== null && checks.findings.length > 0 && (
        <ul className={css.findings}>
          {checks.findings.map((finding) => (
            <Finding key={finding.code + finding.problem} {...finding} />
          ))}
        </ul>
      )}
    </StatusCard>
  );
}
