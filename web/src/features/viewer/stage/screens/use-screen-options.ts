import { Columns2, Columns3, Square } from 'lucide-react';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import type { Segment } from '../../../../ui/inputs/segmented.tsx';
import { useLayout } from '../../../../ui/use-layout.ts';
import { barOf } from './use-visible-screens.ts';

const COUNTS = [
  { count: 1, icon: Square },
  { count: 2, icon: Columns2 },
  { count: 3, icon: Columns3 },
] as const;

/** The numbers of screens to choose from, each with the reason where this window or the viewer limit forbids it. */
export function useScreenOptions(): Segment<string>[] {
  const layout = useLayout();
  return COUNTS.map(({ count, icon }) => {
    const bar = barOf(count, layout);
    const reason = bar && (bar === 'limit' ? STAGE_MESSAGES['stage.viewerLimit'] : STAGE_MESSAGES['stage.needsWidth']);
    return { value: String(count), label: String(count), icon, ...(reason ? { disabledReason: reason } : {}) };
  });
}
