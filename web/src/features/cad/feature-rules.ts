import { rgbOf } from '@overlook/shared/maths';
import type { FeatureRules } from '../../engine/index.ts';
import type { cad } from '../../state/cad.ts';
import type { FilterMode } from '../../state/preferences.ts';

export interface FilterLook {
  mode: FilterMode;
  /** Of the rest while the selected are shown, of the selected while they are hidden: percent. */
  opacityPercent: number;
  /** #rrggbb */
  highlightColor: string;
  filterColor: string;
}

type Chosen = Pick<typeof cad, 'selected' | 'isolated' | 'hidden' | 'found' | 'colours'>;

/** How the model is drawn for what was chosen in the tree and in its filter; null for as it is. */
export function featureRules(
  { selected, isolated, hidden, found, colours }: Chosen,
  { mode, opacityPercent, highlightColor, filterColor }: FilterLook,
): FeatureRules | null {
  const opacity = opacityPercent / 100;
  const isShowing = mode === 'show' && selected.length > 0;
  // Isolating decides what is there at all, and the filter's mode then only what colour it has.
  const shown = isolated ? {} : { opacity: 1 };
  const rules: FeatureRules['rules'] = [
    ...(isolated ? [{ features: isolated, opacity: 1 }] : []),
    ...(colours?.values ?? []).map(({ features, color }) => ({ features, color: rgbOf(color) })),
    ...(found ? [{ features: found, color: rgbOf(filterColor), ...(isShowing && shown) }] : []),
    ...selected.map(({ features }) =>
      // What is hidden keeps its own colour: bright ghosts would be all that is seen.
      mode === 'hide' && !isolated ? { features, opacity } : { features, color: rgbOf(highlightColor), ...shown },
    ),
    ...hidden.map((features) => ({ features, opacity: 0 })),
  ];
  if (rules.length === 0) return null;
  const restOpacity = isShowing ? opacity : 1;
  return { rest: { opacity: isolated ? 0 : restOpacity, color: null }, rules };
}
