import type { ReactNode } from 'react';
import css from './skeleton.module.css';

/** The space of text that is loading; its class or style gives width and height. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={`${css.skeleton} ${className ?? ''}`} />;
}

/** Placeholder rows until a list arrives. Assistive technology hears the label once. */
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
