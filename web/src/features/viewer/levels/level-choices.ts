/** The levels of a site as they are listed and stepped through. Heights: metres above the ground point of the site. */
import { LEVELS } from '@overlook/shared/config';
import { numberText, withUnit } from '@overlook/shared/format';
import { formatMessage, LEVELS_MESSAGES } from '@overlook/shared/messages';
import { type EnuFrame, transformPoint } from '@overlook/shared/maths';
import type { CadStorey, SiteLevel } from '@overlook/shared/schemas';
import type { HeightRange } from '@overlook/engine';

export interface Level extends HeightRange {
  readonly name: string;
  /** Named by people, or a storey of the Project Layer. */
  readonly source: 'site' | 'model';
}

/** Two heights nearer than this are the same floor. */
const SAME_M = 0.005;

const isSame = (a: HeightRange, b: HeightRange): boolean =>
  Math.abs(a.fromM - b.fromM) < SAME_M && Math.abs(a.toM - b.toM) < SAME_M;

/** The lowest first. */
export const inOrder = (levels: readonly Level[]): Level[] =>
  levels.toSorted((a, b) => a.fromM - b.fromM || a.toM - b.toM);

/** Levels as a site stores them, above the ellipsoid, in those of its list; `groundM` is the height of its ground point. */
export const levelsOfSite = (stored: readonly SiteLevel[], groundM: number): Level[] =>
  stored.map(({ name, fromM, toM }) => ({ name, fromM: fromM - groundM, toM: toM - groundM, source: 'site' }));

/** The inverse: what a site stores. */
export const storedLevels = (
  levels: readonly (HeightRange & { readonly name: string })[],
  groundM: number,
): SiteLevel[] =>
  levels.map(({ name, fromM, toM }) => ({
    name,
    fromM: toMillimetre(fromM + groundM),
    toM: toMillimetre(toM + groundM),
  }));

/**
 * The storeys of the Project Layer: each reaches to the next floor of its building, and the uppermost is as high as the one below it.
 * `frame` is that of the ground point of the site. A storey of one of several buildings has the name of its building with it.
 */
export function levelsOfModel(storeys: readonly CadStorey[], frame: EnuFrame): Level[] {
  const buildings = [...new Set(storeys.map(({ parentId }) => parentId))];
  return buildings.flatMap((buildingId) => {
    const floors = storeys
      .filter(({ parentId }) => parentId === buildingId)
      .map(({ name, building, floorEcef }) => ({
        name: buildings.length > 1 && building !== null ? `${building}, ${name}` : name,
        fromM: toMillimetre(transformPoint(frame.enuFromEcef, floorEcef)[2]),
      }))
      // A tree without a frame on the earth has its floors anywhere.
      .filter(({ fromM }) => Math.abs(fromM) < LEVELS.heightMostM)
      .sort((a, b) => a.fromM - b.fromM);
    let heightM: number = LEVELS.first.toM;
    return floors.map(({ name, fromM }): Level => {
      const next = floors.find((above) => above.fromM > fromM + SAME_M);
      if (next) heightM = next.fromM - fromM;
      return { name, fromM, toM: next?.fromM ?? toMillimetre(fromM + heightM), source: 'model' };
    });
  });
}

/** Never a negative zero. */
const toMillimetre = (metres: number): number => Math.round(metres * 1000) / 1000 + 0;

/** The level with these heights; undefined for none. */
export const levelAt = (levels: readonly Level[], range: HeightRange | null): Level | undefined =>
  range ? levels.find((level) => isSame(level, range)) : undefined;

/** The highest level that begins below a slice; null for none. */
export const lowerLevel = (levels: readonly Level[], slice: HeightRange | null): Level | null =>
  (slice && inOrder(levels).findLast(({ fromM }) => fromM < slice.fromM - SAME_M)) ?? null;

/** The next level upwards (1) or downwards (−1) from a slice; without a slice the lowest, or the highest. Null for none. */
export function nextLevel(levels: readonly Level[], slice: HeightRange | null, by: 1 | -1): Level | null {
  if (by === -1) return slice ? lowerLevel(levels, slice) : (inOrder(levels).at(-1) ?? null);
  return inOrder(levels).find(({ fromM }) => !slice || fromM > slice.fromM + SAME_M) ?? null;
}

/** From a floor to a ceiling that were picked, in either order; at least as thick as a slice can be. */
export function rangeBetween(oneM: number, otherM: number): HeightRange {
  const fromM = toMillimetre(Math.min(oneM, otherM));
  return { fromM, toM: Math.max(toMillimetre(Math.max(oneM, otherM)), fromM + LEVELS.thicknessLeastM) };
}

const heightText = (metres: number): string => withUnit(numberText(metres, 2), 'm');

/** "4.00 m to 7.50 m" */
export const rangeText = ({ fromM, toM }: HeightRange): string =>
  formatMessage(LEVELS_MESSAGES['levels.range'], { from: heightText(fromM), to: heightText(toM) });
