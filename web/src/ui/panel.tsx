import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { COMMON_MESSAGES } from '@overlook/shared/messages';
import { IconButton } from './button/icon-button.tsx';
import css from './panel.module.css';

interface PanelProps {
  title: string;
  onClose: () => void;
  /** The title is for screen readers only, where `actions` need its room. */
  isTitleHidden?: boolean;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The content of the panel beside the stage, and its title, which takes the focus when the panel opens. */
export function Panel({ title, isTitleHidden = false, onClose, actions, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div className={css.head}>
        <h1 ref={heading} tabIndex={-1} className={isTitleHidden ? 'visually-hidden' : css.title}>
          {title}
        </h1>
        {actions}
        <IconButton icon={X} label={COMMON_MESSAGES['common.close']} onClick={onClose} />
      </div>
      {children}
    </>
  );
}
