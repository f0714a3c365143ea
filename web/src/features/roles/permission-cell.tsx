import { Check, type LucideIcon, Minus, X } from 'lucide-react';
import { ANSWER_WORDS, type Answer, ANSWERS } from './answers.ts';
import css from './permission-grid.module.css';

const ICONS: Record<Answer, LucideIcon> = { allow: Check, deny: X, inherit: Minus };

interface PermissionCellProps {
  /** "View MOCs, Ridgeway". */
  label: string;
  /** Unique on the page. */
  name: string;
  answer: Answer;
  isChanged: boolean;
  isTabStop: boolean;
  onChange: (answer: Answer) => void;
}

/** Allow, Deny or Inherit for one permission at one site: three radio buttons. */
export function PermissionCell({ label, name, answer, isChanged, isTabStop, onChange }: PermissionCellProps) {
  return (
    <span role="radiogroup" aria-label={label} className={css.cell} data-changed={isChanged}>
      {ANSWERS.map((own) => {
        const Icon = ICONS[own];
        return (
          <label key={own} className={css.answer} data-answer={own}>
            <input
              type="radio"
              className={css.radio}
              name={name}
              aria-label={ANSWER_WORDS[own]}
              checked={own === answer}
              tabIndex={isTabStop ? 0 : -1}
              onChange={() => onChange(own)}
            />
            <Icon size={14} strokeWidth={2} aria-hidden />
          </label>
        );
      })}
    </span>
  );
}
