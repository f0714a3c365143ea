import { ChevronRight, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import css from './disclosure-card.module.css';

interface DisclosureCardProps {
  title: string;
  icon: LucideIcon;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Buttons at the end of the head, while it is open. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A card that opens and closes. Its whole head is the button; its content exists only while it is open. */
export function DisclosureCard({ title, icon: Icon, isOpen, onOpenChange, actions, children }: DisclosureCardProps) {
  const id = useId();
  const [headId, contentId] = [`${id}-head`, `${id}-content`];
  return (
    <section className={classNames(css.card, isOpen && css.open)} aria-labelledby={headId}>
      <div className={css.head}>
        <h2 className={css.title}>
          <button
            type="button"
            id={headId}
            className={css.button}
            aria-expanded={isOpen}
            aria-controls={isOpen ? contentId : undefined}
            onClick={() => onOpenChange(!isOpen)}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
            <span className={css.name}>{title}</span>
            {!isOpen && <ChevronRight size={14} strokeWidth={1.75} aria-hidden className={css.chevron} />}
          </button>
        </h2>
        {isOpen && actions && <div className={css.actions}>{actions}</div>}
      </div>
      {isOpen && (
        <div id={contentId} className={css.content}>
          {children}
        </div>
      )}
    </section>
  );
}
