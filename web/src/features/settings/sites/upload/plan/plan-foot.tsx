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
  /** Why it cannot be sent. */
  problem: string | null;
  /** Why it could not be started. */
  failure: string | null;
  isBusy: boolean;
  onStart: () => void;
}

/** What will be sent, the space for it, and the button that starts. */
export function PlanFoot({ planned, spaceBytes, problem, failure, isBusy, onStart }: PlanFootProps) {
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
        {spaceBytes !== null && (
          <span className={css.hint}>
            {formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.free'], { free: fileSizeText(spaceBytes) })}
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
