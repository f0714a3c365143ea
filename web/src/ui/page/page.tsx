import { ArrowLeft, X } from 'lucide-react';
import { type ReactNode, use, useEffect, useRef } from 'react';
import { COMMON_MESSAGES } from '@overlook/shared/messages';
import { IconButton } from '../button/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { PageFrameContext } from './page-frame.ts';
import css from './page.module.css';

interface PageProps {
  title: string;
  /** Buttons in the head, the primary one last. */
  actions?: ReactNode;
  /** Under the title, and always visible: tabs, search, filters. */
  tools?: ReactNode;
  /** Under the content, and always visible: what a save would change. */
  foot?: ReactNode;
  /** The content has its own padding at the sides and scrolls by itself, like a table. */
  isFlush?: boolean;
  /** What Escape leaves before the page itself, as a selection; null while there is none. */
  onEscape?: (() => void) | null;
  children: ReactNode;
}

/** A page of the settings: title, actions, the buttons for back and close. Its title takes the focus when it opens. */
export function Page({ title, actions, tools, foot, isFlush = false, onEscape = null, children }: PageProps) {
  const { onClose, onBack, innermostRef } = use(PageFrameContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    innermostRef.current = onEscape;
    return () => void (innermostRef.current = null);
  }, [innermostRef, onEscape]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className={css.page}>
      <header className={css.head}>
        {onBack && <IconButton icon={ArrowLeft} label={COMMON_MESSAGES['common.back']} size="l" onClick={onBack} />}
        <h2 ref={heading} tabIndex={-1} className={css.title}>
          {title}
        </h2>
        {actions && <div className={css.actions}>{actions}</div>}
        <IconButton icon={X} label={COMMON_MESSAGES['common.close']} size="l" onClick={onClose} />
      </header>
      {tools && <div className={css.tools}>{tools}</div>}
      <div className={classNames(css.body, isFlush && css.flush)}>{children}</div>
      {foot && <footer className={css.foot}>{foot}</footer>}
    </div>
  );
}

/** A part of a page with its own heading. */
export function PageSection({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className={css.section}>
      <h3 className={css.heading}>{title}</h3>
      {hint && <p className={css.hint}>{hint}</p>}
      {children}
    </section>
  );
}
