/** The grid of a plan: lines of equal coordinates over a view straight from above. */
import { numberText } from '@overlook/shared/format';
import { add, dot, type Lla, llaFromEcef, type Pose, rightOf, scale } from '@overlook/shared/maths';
import { axesAt } from '@overlook/embed/controls/compass-pose';

type Xy = readonly [x: number, y: number];

/** What the lines are of: metres of easting and northing, or degrees of longitude and latitude. */
export interface GridCoordinates {
  readonly isDegrees: boolean;
  /** Null outside of the area in which there are such coordinates. */
  readonly fromLla: (lla: Lla) => Xy | null;
}

export interface GridLine {
  /** CSS pixels from the upper left corner; both on the edge of the view. */
  readonly ends: readonly [Xy, Xy];
  readonly text: string;
  /** Where the text stands: its line comes down from the upper edge, or comes from the left. */
  readonly label: 'top' | 'left';
}

export interface PlanGrid {
  readonly lines: readonly GridLine[];
  /** Between two lines from west to east, in metres or degrees. */
  readonly step: number;
}

/** Cosine of the largest angle to straight down, 0.06°. */
const STRAIGHT_DOWN = 0.999_999_5;
/** CSS pixels between two lines at least, and lines of a direction at most. */
const APART_PX = 90;
const LINES_MOST = 12;
const NAMES = [
  ['E', 'N'],
  ['', ''],
] as const;

/**
 * The grid of a view of this size (CSS pixels) at a height above the ellipsoid; null for a view that is not orthographic and
 * straight from above, and outside of the area of its coordinates. Within a view coordinates are taken for an affine map of its
 * pixels: over a kilometre that is true to less than a tenth of a metre.
 */
export function planGrid(
  pose: Pose,
  [width, height]: Xy,
  heightM: number,
  { isDegrees, fromLla }: GridCoordinates,
): PlanGrid | null {
  const { orthoHeightM, position, direction, up } = pose;
  if (orthoHeightM === undefined || dot(direction, axesAt(position).vertical) > -STRAIGHT_DOWN) return null;
  const perPx = orthoHeightM / height;
  const right = rightOf(pose);
  const at = (x: number, y: number): Xy | null => {
    const seen = add(position, add(scale(right, x * perPx), scale(up, -y * perPx)));
    const drop = llaFromEcef(seen).height - heightM;
    return fromLla(llaFromEcef(add(seen, scale(direction, drop))));
  };
  const [middle, west, east, north, south] = [
    at(0, 0),
    at(-width / 2, 0),
    at(width / 2, 0),
    at(0, -height / 2),
    at(0, height / 2),
  ];
  if (!middle || !west || !east || !north || !south) return null;
  const apartPx = Math.max(APART_PX, Math.hypot(width, height) / LINES_MOST);
  const families = ([0, 1] as const).map((axis) => {
    const slope: Xy = [(east[axis] - west[axis]) / width, (south[axis] - north[axis]) / height];
    const step = roundStep(apartPx * Math.hypot(...slope));
    const reach = (Math.abs(slope[0]) * width + Math.abs(slope[1]) * height) / 2;
    const first = Math.ceil((middle[axis] - reach) / step);
    const count = Math.floor((middle[axis] + reach) / step) - first + 1;
    const lines = Array.from({ length: Math.max(0, count) }, (_, i) => {
      const value = (first + i) * step;
      const ends = acrossView(slope, value - middle[axis], [width, height]);
      return ends && lineOf(ends, valueText(value, step, isDegrees, NAMES[isDegrees ? 1 : 0][axis]));
    });
    return { step, lines: lines.filter((line) => line !== null) };
  });
  return { step: families[0]!.step, lines: families.flatMap(({ lines }) => lines) };
}

/** The smallest 1, 2 or 5 times a power of ten that is not less. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((figure) => figure * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** The part of the line slope · (p − middle) = offset inside the view; null where it only touches it. */
function acrossView([a, b]: Xy, offset: number, [width, height]: Xy): readonly [Xy, Xy] | null {
  const [w, h] = [width / 2, height / 2];
  const onSides: Xy[] = b === 0 ? [] : [-w, w].map((x) => [x, (offset - a * x) / b]);
  const onEnds: Xy[] = a === 0 ? [] : [-h, h].map((y) => [(offset - b * y) / a, y]);
  const met = [...onSides.filter(([, y]) => Math.abs(y) <= h), ...onEnds.filter(([x]) => Math.abs(x) <= w)];
  const [one, other] = [met[0], met.at(-1)];
  if (!one || !other || met.length < 2) return null;
  return [
    [one[0] + w, one[1] + h],
    [other[0] + w, other[1] + h],
  ];
}

/** The end that carries the text is the first. */
function lineOf([one, other]: readonly [Xy, Xy], text: string): GridLine {
  const isUpright = Math.abs(one[1] - other[1]) > Math.abs(one[0] - other[0]);
  const along = isUpright ? 1 : 0;
  return {
    ends: one[along] <= other[along] ? [one, other] : [other, one],
    text,
    label: isUpright ? 'top' : 'left',
  };
}

const valueText = (value: number, step: number, isDegrees: boolean, name: string): string => {
  const text = numberText(value, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return isDegrees ? `${text}°` : `${name} ${text}`;
};
