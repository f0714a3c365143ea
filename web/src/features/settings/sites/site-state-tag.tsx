import { Archive, CircleCheck, CircleDashed, type LucideIcon, OctagonX } from 'lucide-react';
import { importText } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { type SiteState, STATE_WORDS, stateOf } from './sites-store.ts';
import css from './sites.module.css';

const TAGS: Record<Exclude<SiteState, 'importing'>, { icon: LucideIcon; tone: 'neutral' | 'success' | 'danger' }> = {
  published: { icon: CircleCheck, tone: 'success' },
  refused: { icon: OctagonX, tone: 'danger' },
  empty: { icon: CircleDashed, tone: 'neutral' },
  archived: { icon: Archive, tone: 'neutral' },
};

/** The state of a site in a word; of an import its progress, in a row of the same height. */
export function SiteStateTag({ site }: { site: ManagedSite }) {
  const state = stateOf(site);
  if (state !== 'importing') return <Tag {...TAGS[state]}>{STATE_WORDS[state]}</Tag>;
  const progress = site.importing?.progress ?? null;
  const known = progress?.total ? { value: progress.done, most: progress.total } : {};
  return (
    <span className={css.importing}>
      <span>{importText({ state: 'running', isCancelling: false, progress, reason: null })}</span>
      <ProgressBar label={STATE_WORDS.importing} {...known} />
    </span>
  );
}
