import { Check, CircleMinus, CircleX, Hourglass, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { INSTANCE_MESSAGES } from '@overlook/shared/messages';
import { Tag } from '../../../ui/tag.tsx';
import type { Health } from './health.ts';
import css from './instance.module.css';

type TagProps = Pick<Parameters<typeof Tag>[0], 'tone'> & { icon: LucideIcon; word: string };

const TAGS: Record<Health['level'], TagProps> = {
  ok: { icon: Check, tone: 'success', word: INSTANCE_MESSAGES['instance.working'] },
  attention: { icon: TriangleAlert, tone: 'warning', word: INSTANCE_MESSAGES['instance.needsAttention'] },
  failed: { icon: CircleX, tone: 'danger', word: INSTANCE_MESSAGES['instance.notWorking'] },
  off: { icon: CircleMinus, tone: 'neutral', word: INSTANCE_MESSAGES['instance.off'] },
  looking: { icon: Hourglass, tone: 'neutral', word: INSTANCE_MESSAGES['instance.checking'] },
};

interface StatusCardProps {
  title: string;
  health: Health;
  /** Buttons. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A part of the instance: its state, a remedy, and its facts. */
export function StatusCard({ title, health: { level, advice }, actions, children }: StatusCardProps) {
  const id = useId();
  const { word, ...tag } = TAGS[level];
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.head}>
        <h3 id={id} className={css.title}>
          {title}
        </h3>
        <Tag {...tag}>{word}</Tag>
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
