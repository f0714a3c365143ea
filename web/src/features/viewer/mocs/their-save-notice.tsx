import { changedMocText } from '@overlook/shared/messages';
import { DateWords } from '../../../ui/date-words.tsx';
import css from './their-save.module.css';

interface TheirSaveNoticeProps {
  /** `by` is null when the account is gone; `at` is an ISO date. */
  save: { by: string | null; at: string };
  /** What this means for what is open. */
  text?: string;
}

/** Tells at once that another person has saved the change whose form or area is open. */
export const TheirSaveNotice = ({ save: { by, at }, text }: TheirSaveNoticeProps) => (
  <p className={css.notice} role="status">
    {changedMocText(by)} <DateWords key={at} iso={at} />. {text}
  </p>
);
