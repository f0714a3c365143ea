import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components';
import css from './checkbox.module.css';

interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className'> {
  /** The label beside the box; a box without it is named by `aria-label` or by its table. */
  children?: ReactNode;
}

/** A box that is ticked, empty, or in between when some of many are ticked. */
export function Checkbox({ children, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className={css.checkbox!}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={css.box}>
            {isIndeterminate ? (
              <Minus size={12} strokeWidth={3} aria-hidden />
            ) : (
              isSelected && <Check size={12} strokeWidth={3} aria-hidden />
            )}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  );
}
