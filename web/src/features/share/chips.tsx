import { Check } from 'lucide-react';
import { useId } from 'react';
import { Checkbox, CheckboxGroup } from 'react-aria-components';
import { FieldError } from '../../ui/field/field-error.tsx';
import labelled from '../../ui/field/labelled.module.css';
import css from './share.module.css';

interface ChipsProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  selected: readonly Value[];
  error?: string | null | undefined;
  onChange: (selected: Value[]) => void;
}

/** A choice of several values, as chips in a row. The result is in the order of `choices`. */
export function Chips<Value extends string>({ label, choices, selected, error, onChange }: ChipsProps<Value>) {
  const id = useId();
  return (
    <CheckboxGroup
      aria-label={label}
      value={[...selected]}
      isInvalid={Boolean(error)}
      {...(error && { 'aria-describedby': id })}
      onChange={(chosen) => onChange(choices.flatMap(({ value }) => (chosen.includes(value) ? [value] : [])))}
      className={css.group!}
    >
      <span className={labelled.label} aria-hidden>
        {label}
      </span>
      <span className={css.chips}>
        {choices.map(({ value, label: text }) => (
          <Checkbox key={value} value={value} className={css.chip!}>
            {({ isSelected }) => (
              <>
                {isSelected && <Check size={14} strokeWidth={1.75} aria-hidden />}
                {text}
              </>
            )}
          </Checkbox>
        ))}
      </span>
      {error && <FieldError id={id}>{error}</FieldError>}
    </CheckboxGroup>
  );
}
