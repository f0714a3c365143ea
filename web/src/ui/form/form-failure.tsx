import { CircleAlert } from 'lucide-react';
import { type Failure, sentenceOf } from '../../api/failure.ts';
import { Button } from '../button/button.tsx';
import css from './form.module.css';

interface FormFailureProps {
  failure: Failure | null;
  /** Offered when somebody else has saved meanwhile. */
  onLoadAgain?: () => void;
}

/** Why saving failed, for as long as it is so: a toast is gone too soon. What a field says itself is not repeated. */
export function FormFailure({ failure, onLoadAgain }: FormFailureProps) {
  if (!failure || Object.keys(failure.fields).length > 0) return null;
  return (
    <div className={css.failure} role="alert">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden className={css.failureIcon} />
      <p className={css.failureText}>{sentenceOf(failure)}</p>
      {failure.httpStatus === 409 && onLoadAgain && <Button onClick={onLoadAgain}>Load again</Button>}
    </div>
  );
}
