import { Check, type LucideIcon, Minus, X } from 'lucide-react';
import { useId } from 'react';
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
  /** What Inherit comes to here. */
  inheritHint: string;
  onChange: (answer: Answer) => void;
}

/** Allow, Deny or Inherit for one permission at one site: three radio buttons. */
export function PermissionCell({
  label,
  name,
  answer,
  isChanged,
  isTabStop,
  inheritHint,
  onChange,
}: PermissionCellProps) {
  const hintId = useId();
  return (
    <span role="radiogroup" aria-label={label} className={css.cell} data-changed={isChanged}>
      {ANSWERS.map((own) => {
        const Icon = ICONS[own];
        const hint = own === 'inherit' ? inheritHint : undefined;
        return (
          <label key={own} className={css.answer} data-answer={own} data-tooltip={hint}>
            <input
              type="radio"
              className={css.radio}
              name={name}
              aria-label={ANSWER_WORDS[own]}
              aria-describedby={hint && hintId}
              checked={own === answer}
              tabIndex={isTabStop ? 0 : -1}
              onChange={() => onChange(own)}
            />
            <Icon size={14} strokeWidth={2} aria-hidden />
            {hint && (
              <span id={hintId} hidden>
                {hint}
              </span>
            )}
          </label>
        );
      })}
    </span>
  );
}
