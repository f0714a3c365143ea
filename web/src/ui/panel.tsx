import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './button/icon-button.tsx';
import css from './panel.module.css';

interface PanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** What stands in the panel beside the stage: its title, which takes the focus when it opens, and its content. */
export function Panel({ title, onClose, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div className={css.head}>
        <h1 ref={heading} tabIndex={-1} className={css.title}>
          {title}
        </h1>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
      {children}
    </>
  );
}
