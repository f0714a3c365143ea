import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import css from './moc-details.module.css';

/** A part of a card that is read only when it is opened. */
export function FoldedPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className={css.part}>
      <button
        type="button"
        className={css.fold}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={14} strokeWidth={1.75} aria-hidden className={css.icon} />
        {title}
      </button>
      {isOpen && (
        <div id={id} className={css.part}>
          {children}
        </div>
      )}
    </section>
  );
}
