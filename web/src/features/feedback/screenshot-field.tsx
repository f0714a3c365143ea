import { Camera, Trash2 } from 'lucide-react';
import { FEEDBACK_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../../ui/button/button.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import type { Screenshot } from './use-screenshot.ts';
import labelled from '../../ui/field/labelled.module.css';
import css from './feedback.module.css';

interface ScreenshotFieldProps {
  screenshot: Screenshot;
  isDisabled: boolean;
  onRemove: () => void;
  onTake: () => void;
}

const WORDS = {
  waiting: FEEDBACK_MESSAGES['feedback.picture'],
  taken: FEEDBACK_MESSAGES['feedback.picture'],
  removed: FEEDBACK_MESSAGES['feedback.noPicture'],
  failed: FEEDBACK_MESSAGES['feedback.pictureFailed'],
} as const;

/** The picture that will be sent, and a button that removes it. Nothing without a picture. */
export function ScreenshotField({ screenshot, isDisabled, onRemove, onTake }: ScreenshotFieldProps) {
  const { state } = screenshot;
  if (state === 'absent') return null;
  const hasPlace = state === 'waiting' || state === 'taken';
  return (
    <section
      className={css.screenshot}
      aria-label={FEEDBACK_MESSAGES['feedback.screenshot']}
      aria-busy={state === 'waiting'}
    >
      <p className={labelled.label}>{FEEDBACK_MESSAGES['feedback.screenshot']}</p>
      {hasPlace && (
        <div className={css.frame}>
          {state === 'taken' ? (
            <img className={css.picture} src={screenshot.url} alt={FEEDBACK_MESSAGES['feedback.whatTheStageShows']} />
          ) : (
            <Skeleton className={css.picture} />
          )}
        </div>
      )}
      <div className={css.pictureFoot}>
        <p className={css.hint}>{WORDS[state]}</p>
        {hasPlace ? (
          <Button icon={Trash2} disabled={isDisabled || state === 'waiting'} onClick={onRemove}>
            {FEEDBACK_MESSAGES['feedback.removeScreenshot']}
          </Button>
        ) : (
          <Button icon={Camera} disabled={isDisabled} onClick={onTake}>
            {FEEDBACK_MESSAGES['feedback.takeScreenshot']}
          </Button>
        )}
      </div>
    </section>
  );
}
