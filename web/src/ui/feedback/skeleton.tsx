import type { ReactNode } from 'react';
import css from './skeleton.module.css';

/** The place of text that is on its way; as wide and high as its class or style makes it. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={`${css.skeleton} ${className ?? ''}`} />;
}

/** Rows that stand for a list until it arrives. Assistive technology hears the label once. */
export function SkeletonList({ label, count, row }: { label: string; count: number; row: () => ReactNode }) {
  return (
    <div role="status" aria-label={label} className={css.list}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} aria-hidden>
          {row()}
        </div>
      ))}
    </div>
  );
}
