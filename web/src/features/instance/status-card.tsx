import { Check, CircleMinus, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Tag } from '../../ui/tag.tsx';
import type { Standing } from './standing.ts';
import css from './instance.module.css';

type TagLook = Pick<Parameters<typeof Tag>[0], 'tone'> & { icon: LucideIcon; word: string };

const LOOKS: Record<Standing['level'], TagLook> = {
  ok: { icon: Check, tone: 'success', word: 'Working' },
  attention: { icon: TriangleAlert, tone: 'warning', word: 'Needs attention' },
  failed: { icon: CircleX, tone: 'danger', word: 'Not working' },
  off: { icon: CircleMinus, tone: 'neutral', word: 'Off' },
};

interface StatusCardProps {
  title: string;
  standing: Standing;
  /** Buttons. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A part of the instance: how it is, what to do about it, and its facts. */
export function StatusCard({ title, standing: { level, advice }, actions, children }: StatusCardProps) {
  const id = useId();
  const { word, ...look } = LOOKS[level];
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.head}>
        <h3 id={id} className={css.title}>
          {title}
        </h3>
        <Tag {...look}>{word}</Tag>
      </header>
      {advice !== null && (
        <p className={css.advice} data-level={level}>
          {advice}
        </p>
      )}
      {children}
      {actions && <div className={css.actions}>{actions}</div>}
    </section>
  );
}
