import { rgbOf } from '@overlook/shared/maths';
import { FEATURES_LARGEST } from '@overlook/shared/tiles3d';
import type { FeatureRules } from '@overlook/engine';
import type { ObjectLook } from './viewed-stage.ts';

/** Returns a run for each id. */
export const runsOf = (featureIds: readonly number[]): number[] => featureIds.flatMap((id) => [id, id]);

const COLOR = /^#[0-9a-f]{6}$/i;

/** Throws RangeError with the value for an invalid feature id, colour or opacity. */
export function checkObjectLook({ selected, filter }: ObjectLook): void {
  const { hidden = [], isolated = [], restOpacity = 0, colors = [] } = filter ?? {};
  const ids = [...selected, ...hidden, ...isolated, ...colors.flatMap(({ featureIds }) => featureIds)];
  const wrong = ids.find((id) => !(Number.isInteger(id) && id >= 0 && id < FEATURES_LARGEST));
  if (wrong !== undefined) throw new RangeError(`${wrong} is no feature id from 0 to ${FEATURES_LARGEST - 1}.`);
  const color = colors.find((one) => !COLOR.test(one.color))?.color;
  if (color !== undefined) throw new RangeError(`“${color}” is no colour like #ff8800.`);
  if (!(restOpacity >= 0 && restOpacity <= 1)) throw new RangeError(`${restOpacity} is no opacity from 0 to 1.`);
}

/** Returns the feature rules of the look; null if all objects keep their own colours. */
export function rulesOfLook({ selected, filter }: ObjectLook, selectionColor: string): FeatureRules | null {
  const { hidden = [], isolated, restOpacity = 0, colors = [] } = filter ?? {};
  const rules: FeatureRules['rules'] = [
    ...(isolated ? [{ features: runsOf(isolated), opacity: 1 }] : []),
    ...colors.map(({ featureIds, color }) => ({ features: runsOf(featureIds), color: rgbOf(color) })),
    ...(selected.length > 0 ? [{ features: runsOf(selected), color: rgbOf(selectionColor) }] : []),
    ...(hidden.length > 0 ? [{ features: runsOf(hidden), opacity: 0 }] : []),
  ];
  if (rules.length === 0) return null;
  const rest = { opacity: isolated ? restOpacity : 1, color: null };
  return { rest, rules, ...(selected.length > 0 && { outlined: runsOf(selected) }) };
}
