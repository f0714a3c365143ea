import { CAD_FILTER } from '@overlook/shared/config';
import { rgbOf } from '@overlook/shared/maths';
import type { FeatureRules } from '@overlook/engine';
import { cad } from './cad.ts';
import { cadCapture } from './cad-capture.ts';
import { type FilterMode, preferences } from './preferences.ts';

const XRAY_OPACITY = CAD_FILTER.xrayOpacityPercent / 100;

export interface ObjectFilter {
  mode: FilterMode;
  /** Of the rest while the selected are shown, of the selected while they are hidden: percent. */
  opacityPercent: number;
  /** #rrggbb */
  highlightColor: string;
  filterColor: string;
}

type Chosen = Pick<typeof cad, 'selected' | 'isolated' | 'restOpacity' | 'hidden' | 'found' | 'colours'>;

/** The styles of the objects for the choices in the tree and in its filter; null for unchanged ones. */
export function rulesOf(
  { selected, isolated, restOpacity: besideIsolated, hidden, found, colours }: Chosen,
  { mode, opacityPercent, highlightColor, filterColor }: ObjectFilter,
): FeatureRules | null {
  const opacity = opacityPercent / 100;
  const isShowing = mode === 'show' && selected.length > 0;
  const isXray = mode === 'xray';
  // Isolating decides which objects are drawn, and the filter's mode only how.
  const shown = isolated && !isXray ? {} : { opacity: 1 };
  const rules: FeatureRules['rules'] = [
    ...(isolated ? [{ features: isolated, opacity: isXray ? XRAY_OPACITY : 1 }] : []),
    ...(colours?.values ?? []).map(({ features, color }) => ({ features, color: rgbOf(color) })),
    ...(found ? [{ features: found, color: rgbOf(filterColor), ...((isShowing || isXray) && shown) }] : []),
    ...selected.map(({ features }) =>
      // Hidden objects keep their own colour, because bright ghosts would dominate the picture.
      mode === 'hide' && !isolated ? { features, opacity } : { features, color: rgbOf(highlightColor), ...shown },
    ),
    ...hidden.map((features) => ({ features, opacity: 0 })),
  ];
  if (rules.length === 0 && !isXray) return null;
  const restOpacity = isXray ? XRAY_OPACITY : isShowing ? opacity : 1;
  const outlined = mode === 'hide' && !isolated ? [] : selected.flatMap(({ features }) => Array.from(features));
  const rest = { opacity: isolated ? besideIsolated : restOpacity, color: null };
  return { rest, rules, ...(outlined.length > 0 && { outlined }) };
}

let known: { readonly inputs: readonly unknown[]; readonly rules: FeatureRules | null } = { inputs: [], rules: null };

/** The styles of the objects for the current choices: the same object until one of the choices changes. */
export function objectRules(): FeatureRules | null {
  const { selected, isolated, restOpacity, hidden, found, colours } = cad;
  const { filterMode: mode, filterOpacityPercent: opacityPercent, highlightColor, filterColor } = preferences;
  const takenOn = cadCapture()?.takenOn;
  const inputs = [
    takenOn,
    selected,
    isolated,
    restOpacity,
    hidden,
    found,
    colours,
    mode,
    opacityPercent,
    highlightColor,
    filterColor,
  ];
  if (inputs.length !== known.inputs.length || inputs.some((input, index) => input !== known.inputs[index])) {
    const filter = { mode, opacityPercent, highlightColor, filterColor };
    const rules = rulesOf({ selected, isolated, restOpacity, hidden, found, colours }, filter);
    // Ids of objects mean something in one capture only; a style without them is for all.
    known = { inputs, rules: rules && takenOn && rules.rules.length > 0 ? { ...rules, takenOn } : rules };
  }
  return known.rules;
}
