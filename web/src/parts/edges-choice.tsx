import type { EdgeMode } from '@overlook/shared/config';
import { useSnapshot } from 'valtio';
import { preferences, setPreference } from '../state/preferences.ts';
import { type Segment, Segmented } from '../ui/inputs/segmented.tsx';

const MODES: readonly Segment<EdgeMode>[] = [
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On' },
  { value: 'drawing', label: 'Drawing' },
];

/**
 * Edges of the shaded layer and the Project Layer: in the settings, and beside the other display options of the Project
 * Layer.
 */
export function EdgesChoice() {
  const { edges } = useSnapshot(preferences);
  return <Segmented label="Edges" segments={MODES} value={edges} onChange={(value) => setPreference('edges', value)} />;
}
