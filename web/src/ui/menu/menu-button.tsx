import type { LucideIcon } from 'lucide-react';
import { Button, MenuTrigger } from 'react-aria-components';
import { classNames } from '../class-names.ts';
import button from '../button/button.module.css';
import iconButton from '../button/icon-button.module.css';
import { MenuList, type MenuSectionOf } from './menu-list.tsx';

interface MenuButtonProps {
  /** Name of the button, and of the menu it opens. */
  label: string;
  icon: LucideIcon;
  sections: readonly MenuSectionOf[];
  /** 'icon' is only the icon with the label as tooltip, 'label' a neutral button. */
  variant?: 'icon' | 'label';
  /** Of an icon: that of the buttons beside it. */
  size?: 's' | 'm';
  isDisabled?: boolean;
}

/** A button that opens a menu beside itself. */
export function MenuButton({
  label,
  icon: Icon,
  sections,
  variant = 'icon',
  size = 's',
  isDisabled = false,
}: MenuButtonProps) {
  const isIcon = variant === 'icon';
  return (
    <MenuTrigger>
      <Button
        isDisabled={isDisabled}
        className={isIcon ? classNames(iconButton.button, iconButton[size]) : button.button!}
        {...(isIcon ? { 'aria-label': label, 'data-tooltip': label } : {})}
      >
        <Icon size={isIcon && size === 's' ? 14 : 16} strokeWidth={1.75} aria-hidden />
        {!isIcon && label}
      </Button>
      <MenuList label={label} sections={sections} />
    </MenuTrigger>
  );
}
