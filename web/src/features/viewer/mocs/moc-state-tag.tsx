import type { MocState } from '@overlook/shared/config';
import { Tag } from '../../../ui/tag.tsx';
import { MOC_STATE_LOOKS } from './moc-states.ts';

/** The state of a change as colour, icon and word. */
export function MocStateTag({ state }: { state: MocState }) {
  const { label, icon } = MOC_STATE_LOOKS[state];
  return (
    <Tag icon={icon} tone={state}>
      {label}
    </Tag>
  );
}
