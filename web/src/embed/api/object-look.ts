import { rgbOf } from '@overlook/shared/maths';
import type { FeatureRules } from '../../engine/index.ts';
import type { ObjectLook } from './viewed-stage.ts';

/** Each id as a run of its own. */
export const runsOf = (featureIds: readonly number[]): number[] => featureIds.flatMap((id) => [id, id]);

const COLOR = /^#[0-9a-f]{6}$/i;

/** Throws RangeError for what is no feature id, colour or opacity; names it. */
export function checkObjectLook({ selected, filter }: ObjectLook): void {
  const { hidden = [], isolated = [], restOpacity = 0, colors = [] } = filter ?? {};
  const ids = [...selected, ...hidden, ...isolated, ...colors.flatMap(({ featureIds }) => featureIds)];
  const wrong = ids.find((id) => !Number.isSafeInteger(id) || id < 0);
  if (wrong !== undefined) throw new RangeError(`${wrong} is no feature id.`);
  const color = colors.find((one) => !COLOR.test(one.color))?.color;
  if (color !== undefined) throw new RangeError(`“${color}” is no colour like #ff8800.`);
  if (!(restOpacity >= 0 && restOpacity <= 1)) throw new RangeError(`${restOpacity} is no opacity from 0 to 1.`);
}

/** How the engine draws objects of this look; null for as they are. */
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
