import { CircleAlert } from 'lucide-react';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import { type Failure, sentenceOf } from '../../api/failure.ts';
import { Button } from '../../ui/button/button.tsx';
import css from './form.module.css';

interface FormFailureProps {
  failure: Failure | null;
  /** Offered when another user has saved in between. */
  onLoadAgain?: () => void;
}

/** Why saving failed, until the next attempt: a toast would disappear too soon. Errors of fields are not repeated. */
export function FormFailure({ failure, onLoadAgain }: FormFailureProps) {
  if (!failure || Object.keys(failure.fields).length > 0) return null;
  return (
    <div className={css.failure} role="alert">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden className={css.failureIcon} />
      <p className={css.failureText}>{sentenceOf(failure)}</p>
      {failure.httpStatus === 409 && onLoadAgain && (
        <Button onClick={onLoadAgain}>{VIEWER_MESSAGES['viewer.loadAgain']}</Button>
      )}
    </div>
  );
}
