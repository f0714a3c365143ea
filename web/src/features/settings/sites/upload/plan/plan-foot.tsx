import { Upload } from 'lucide-react';
import { fileSizeText } from '@overlook/shared/format';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../../../../../ui/button/button.tsx';
import { FieldError } from '../../../../../ui/field/field-error.tsx';
import type { PlannedPart } from '../recognise/assign-layers.ts';
import css from './plan.module.css';

interface PlanFootProps {
  planned: readonly PlannedPart[];
  spaceBytes: number | null;
  /** Of the import afterwards; null where that is not known. */
  workS: number | null;
  /** Why it cannot be sent. */
  problem: string | null;
  /** Why it could not be started. */
  failure: string | null;
  isBusy: boolean;
  onStart: () => void;
}

/** What will be sent, the space for it, and the button that starts. */
export function PlanFoot({ planned, spaceBytes, workS, problem, failure, isBusy, onStart }: PlanFootProps) {
  const chosen = planned.filter(({ isChosen }) => isChosen);
  return (
    <footer className={css.foot}>
      <div className={css.footWords}>
        <strong>
          {formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.foot'], {
            parts: chosen.length,
            files: chosen.reduce((sum, { part }) => sum + part.files.length, 0),
            size: fileSizeText(chosen.reduce((sum, { part }) => sum + part.bytes, 0)),
          })}
        </strong>
        {(spaceBytes !== null || workS !== null) && (
          <span className={css.hint}>
            {[
              spaceBytes !== null &&
                formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.free'], { free: fileSizeText(spaceBytes) }),
              workS !== null && workText(workS),
            ]
              .filter(Boolean)
              .join(' ')}
          </span>
        )}
        {failure !== null && <FieldError id="upload-failure">{failure}</FieldError>}
      </div>
      <Button tone="primary" size="xl" icon={Upload} disabledReason={problem} isBusy={isBusy} onClick={onStart}>
        {UPLOAD_PAGE_MESSAGES['uploadPage.start']}
      </Button>
    </footer>
  );
}

/** A forecast has no more than two figures. */
function workText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return UPLOAD_PAGE_MESSAGES['uploadPage.workShort'];
  if (minutes < 100) return formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.workMinutes'], { minutes });
  return formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.workHours'], { hours: Math.round(minutes / 60) });
}
