import { useId } from 'react';
import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components';
import { FieldError } from '../field/field-error.tsx';
import { Checkbox } from './checkbox.tsx';
import labelled from '../field/labelled.module.css';
import css from './checkbox-group.module.css';

interface CheckboxGroupProps<Value extends string> {
  label: string;
  values: readonly Value[];
  selected: readonly Value[];
  onChange: (selected: Value[]) => void;
  /** The sentence under the boxes. */
  error?: string | null;
}

/** Some of a few, each named by its own value. They are answered in the order of `values`. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { label, values, selected, onChange, error } = props;
  const id = useId();
  return (
    <AriaCheckboxGroup
      aria-label={label}
      value={[...selected]}
      isInvalid={Boolean(error)}
      {...(error && { 'aria-describedby': `${id}-error` })}
      onChange={(chosen) => onChange(values.filter((value) => chosen.includes(value)))}
      className={labelled.column!}
    >
      <span className={labelled.label} aria-hidden>
        {label}
      </span>
      <span className={css.boxes}>
        {values.map((value) => (
          <Checkbox key={value} value={value}>
            {value}
          </Checkbox>
        ))}
      </span>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </AriaCheckboxGroup>
  );
}
