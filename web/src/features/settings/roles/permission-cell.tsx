import { Check, type LucideIcon, Minus, X } from 'lucide-react';
import { useId } from 'react';
import { VALUE_WORDS, type PermissionValue, PERMISSION_VALUES } from './permission-entries.ts';
import css from './permission-grid.module.css';

const ICONS: Record<PermissionValue, LucideIcon> = { allow: Check, deny: X, inherit: Minus };

interface PermissionCellProps {
  /** "View MOCs, Ridgeway". */
  label: string;
  /** Unique on the page. */
  name: string;
  value: PermissionValue;
  isChanged: boolean;
  isTabStop: boolean;
  /** The effect of Inherit here. */
  inheritHint: string;
  onChange: (value: PermissionValue) => void;
}

/** Allow, Deny or Inherit for one permission at one site: three radio buttons. */
export function PermissionCell({
  label,
  name,
  value,
  isChanged,
  isTabStop,
  inheritHint,
  onChange,
}: PermissionCellProps) {
  const hintId = useId();
  return (
    <span role="radiogroup" aria-label={label} className={css.cell} data-changed={isChanged}>
      {PERMISSION_VALUES.map((own) => {
        const Icon = ICONS[own];
        const hint = own === 'inherit' ? inheritHint : undefined;
        return (
          <label key={own} className={css.value} data-value={own} data-tooltip={hint}>
            <input
              type="radio"
              className={css.radio}
              name={name}
              aria-label={VALUE_WORDS[own]}
              aria-describedby={hint && hintId}
              checked={own === value}
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
