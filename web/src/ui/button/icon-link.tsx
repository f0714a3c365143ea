import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../class-names.ts';
import css from './icon-button.module.css';

interface IconLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'children'> {
  href: string;
  icon: LucideIcon;
  /** Name and tooltip, unless `data-tooltip` says less. */
  label: string;
}

/** A link that looks like an icon button: it leads to a file. */
export const IconLink = ({ icon: Icon, label, className, ...props }: IconLinkProps) => (
  <a rel="noopener" aria-label={label} data-tooltip={label} {...props} className={classNames(css.button, className)}>
    <Icon size={16} strokeWidth={1.75} aria-hidden />
  </a>
);
