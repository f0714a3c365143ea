import type { EdgeMode } from '@overlook/shared/config';
import { useSnapshot } from 'valtio';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import { preferences, setPreference } from '../state/preferences.ts';
import { type Segment, Segmented } from '../ui/inputs/segmented.tsx';

const MODES: readonly Segment<EdgeMode>[] = [
  { value: 'off', label: VIEWER_MESSAGES['viewer.off'] },
  { value: 'on', label: VIEWER_MESSAGES['viewer.on'] },
  { value: 'drawing', label: VIEWER_MESSAGES['viewer.drawing'] },
];

/**
 * Edges of the shaded layer and the Project Layer: in the settings, and beside the other display options of the Project
 * Layer.
 */
export function EdgesChoice() {
  const { edges } = useSnapshot(preferences);
  return (
    <Segmented
      label={VIEWER_MESSAGES['viewer.edges']}
      segments={MODES}
      value={edges}
      onChange={(value) => setPreference('edges', value)}
    />
  );
}
