import type { ReactNode } from 'react';
import { changedByText } from '@overlook/shared/messages';
import { DateWords } from '../../ui/date-words.tsx';
import css from './form.module.css';

interface TheirSaveProps {
  kind: Parameters<typeof changedByText>[0];
  /** `by` is null when the account is gone; `at` is an ISO date. */
  save: { by: string | null; at: string };
  /** What this means for what is open, or what can be done. */
  children?: ReactNode;
}

/** Tells at once that another person has saved what is open in a form. */
export const TheirSave = ({ kind, save: { by, at }, children }: TheirSaveProps) => (
  <div className={css.theirSave} role="status">
    <p className={css.failureText}>
      {changedByText(kind, by)} <DateWords key={at} iso={at} />
    </p>
    {children}
  </div>
);
