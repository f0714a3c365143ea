import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { cad, setRules } from '../../state/cad.ts';
import { preferences } from '../../state/preferences.ts';
import { featureRules } from './feature-rules.ts';

/** Draws the model as the tree, its filter and its search say. */
export function useFeaturesInModel(): void {
  const chosen = useSnapshot(cad);
  const { filterMode, filterOpacityPercent, highlightColor, filterColor } = useSnapshot(preferences);
  const { selected, isolated, hidden, found, colours } = chosen;
  useEffect(() => {
    const look = { mode: filterMode, opacityPercent: filterOpacityPercent, highlightColor, filterColor };
    setRules(featureRules({ selected, isolated, hidden, found, colours }, look));
  }, [selected, isolated, hidden, found, colours, filterMode, filterOpacityPercent, highlightColor, filterColor]);
}
