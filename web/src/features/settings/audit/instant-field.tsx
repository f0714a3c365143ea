import { useId, useState } from 'react';
import { AUDIT_MESSAGES } from '@overlook/shared/messages';
import { DateFrame, WrittenDate } from '../../../ui/field/date-field.tsx';
import css from './audit.module.css';

interface InstantFieldProps {
  label: string;
  /** ISO date; null when nothing is set. */
  value: string | null;
  onChange: (value: string | null) => void;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** An instant in the words of the field: local time, to the minute. */
function localText(iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A day and time in local time. It counts once the field is left or Enter pressed: half a year is no year. */
export function InstantField({ label, value, onChange }: InstantFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(value);
  const [draft, setDraft] = useState(localText(value));
  if (shown !== value) {
    setShown(value);
    setDraft(localText(value));
  }
  const keep = () => {
    if (draft !== localText(value)) onChange(draft === '' ? null : new Date(draft).toISOString());
  };
  return (
    <div className={css.instant}>
      <label htmlFor={id}>{label}</label>
      <DateFrame>
        <input
          id={id}
          type="datetime-local"
          max="9999-12-31T23:59"
          className={css.instantInput}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={keep}
          onKeyDown={(event) => event.key === 'Enter' && keep()}
        />
        <WrittenDate value={draft} empty={AUDIT_MESSAGES['audit.anyTime']} />
      </DateFrame>
    </div>
  );
}
