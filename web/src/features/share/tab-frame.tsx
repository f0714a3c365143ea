import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './share.module.css';

/** The content of a tab of the dialog, with its buttons always visible below it. */
export function TabFrame({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <div className={css.frame}>
      <div className={css.content}>{children}</div>
      <footer className={css.actions}>{actions}</footer>
    </div>
  );
}

/** A quiet sentence with its sign. */
export function Note({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <p className={css.note}>
      <Icon size={14} strokeWidth={1.75} aria-hidden className={css.noteIcon} />
      {children}
    </p>
  );
}
