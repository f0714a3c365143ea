import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../class-names.ts';
import css from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  icon: LucideIcon;
  /** Name and tooltip: they are always the same words. */
  label: string;
  /** The key that does the same, shown in the tooltip. */
  keys?: string;
  size?: 's' | 'm' | 'l';
  /** Drawn as switched on. Announce it to assistive technology with `aria-pressed` or `aria-checked`. */
  isOn?: boolean;
}

/** A button that is only an icon. */
export function IconButton({
  icon: Icon,
  label,
  keys,
  size = 'm',
  isOn = false,
  className,
  ...props
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      data-keys={keys}
      {...props}
      className={classNames(css.button, css[size], isOn && css.on, className)}
    >
      <Icon size={size === 's' ? 14 : 16} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
