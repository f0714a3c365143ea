import type { LucideIcon } from 'lucide-react';
import { type ComponentPropsWithRef, type MouseEvent, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Spinner } from '../status/spinner.tsx';
import css from './button.module.css';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  tone?: 'neutral' | 'primary' | 'ghost' | 'danger';
  size?: 'm' | 'l' | 'xl';
  icon?: LucideIcon | undefined;
  /** The label is kept, a spinner replaces the icon, presses are ignored. */
  isBusy?: boolean;
  /** Why it cannot be pressed now; it can still get the focus and shows the reason in its tooltip. */
  disabledReason?: string | null;
}

/** A button with a label. It is a plain `button` unless it says otherwise, so that it never submits by accident. */
export function Button(button: ButtonProps) {
  const { tone = 'neutral', size = 'm', icon: Icon, isBusy = false, disabledReason = null, ...rest } = button;
  const { className, children, onClick, ...props } = rest;
  const reasonId = useId();
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy || disabledReason !== null) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <button
        type="button"
        {...props}
        {...(disabledReason !== null && {
          'aria-disabled': true,
          'aria-describedby': reasonId,
          'data-tooltip': disabledReason,
        })}
        className={classNames(css.button, css[tone], css[size], className)}
        aria-busy={isBusy || undefined}
        onClick={press}
      >
        {isBusy ? <Spinner /> : Icon && <Icon size={16} strokeWidth={1.75} aria-hidden className={css.icon} />}
        {children}
      </button>
      {disabledReason !== null && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}
