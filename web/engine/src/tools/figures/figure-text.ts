/**
 * Figures as short text for a link: {"v":1,"f":[[kind, name, [x, y, z, layer, error, …], dates], …]}. Coordinates are whole
 * ECEF millimetres, each point's as the difference from the point before it, over all figures: most differences are short.
 * The dates of the captures are absent where none is known, and a single one if all points have the same.
 */
import { type FigureKind, MODEL_TYPES, POINT_COUNTS } from '@overlook/shared/config';
import { type Vec3, AXES } from '@overlook/shared/maths';
import type { Figure, FigurePoint } from './figure.ts';

type PointText = Omit<FigurePoint, 'id'>;
/** A figure without the numbers that only its tool can give. */
export interface FigureText extends Omit<Figure, 'id' | 'points'> {
  readonly points: readonly PointText[];
}

const VERSION = 1;
const PER_POINT = 5;
const POINTS_AT_MOST = 10_000;
const NAME_LONGEST = 200;
/** Empty for a point whose date is not known. */
const DATE = /^(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?$/;
/** No model lies farther from the middle of the earth: 100,000 km in millimetres. */
const FARTHEST_MM = 1e11;

const LETTERS: Readonly<Record<FigureKind, string>> = {
  distance: 'd',
  height: 'h',
  area: 'a',
  plane: 'p',
  angle: 'n',
  target: 't',
};

export function writeFigures(figures: readonly Figure[]): unknown {
  let before: Vec3 = [0, 0, 0];
  const whole = figures.filter((figure) => figure.points.length >= POINT_COUNTS[figure.kind].fewest);
  const written = whole.map(({ kind, name, points }) => {
    const numbers = points.flatMap(({ pointEcef, modeltypeId, errorMetres }) => {
      const now = pointEcef.map((metres) => Math.round(metres * 1000)) as Vec3;
      const steps = now.map((value, axis) => value - before[axis]!);
      before = now;
      return [...steps, modeltypeId, Math.round(errorMetres * 1000)];
    });
    return [LETTERS[kind], name, numbers, ...datesText(points)];
  });
  return { v: VERSION, f: written };
}

/** Null for anything that {@link writeFigures} cannot have written for a tool with these kinds. */
export function readFigures(text: string, kinds: readonly FigureKind[]): FigureText[] | null {
  const content = parse(text);
  if (!isRecord(content) || content.v !== VERSION || !Array.isArray(content.f)) return null;
  const figures: FigureText[] = [];
  const before: Vec3 = [0, 0, 0];
  let pointCount = 0;
  for (const entry of content.f as unknown[]) {
    const figure = readFigure(entry, kinds, before);
    if (!figure) return null;
    pointCount += figure.points.length;
    if (pointCount > POINTS_AT_MOST) return null;
    figures.push(figure);
  }
  return figures;
}

/** Moves `before` on to the figure's last point. */
function readFigure(entry: unknown, kinds: readonly FigureKind[], before: Vec3): FigureText | null {
  if (!Array.isArray(entry) || entry.length < 3 || entry.length > 4) return null;
  const [letter, name, numbers, dates = []] = entry as unknown[];
  const kind = kinds.find((it) => LETTERS[it] === letter);
  if (!kind || typeof name !== 'string' || name.length > NAME_LONGEST || !isWholeNumbers(numbers)) return null;
  const count = numbers.length / PER_POINT;
  const { fewest, most } = POINT_COUNTS[kind];
  if (!Number.isInteger(count) || count < fewest || count > most || !isDates(dates, count)) return null;
  const points: PointText[] = [];
  for (let at = 0; at < numbers.length; at += PER_POINT) {
    for (const axis of AXES) before[axis] += numbers[at + axis]!;
    const [modeltypeId, errorMm] = [numbers[at + 3]!, numbers[at + 4]!];
    const isKnownLayer = MODEL_TYPES.some((type) => type.id === modeltypeId);
    if (!isKnownLayer || errorMm < 0 || before.some((value) => Math.abs(value) > FARTHEST_MM)) return null;
    points.push({
      pointEcef: before.map((value) => value / 1000) as Vec3,
      modeltypeId,
      ...takenOnOf(dates, at / PER_POINT),
      featureId: null,
      errorMetres: errorMm / 1000,
      ray: null,
      isSettled: true,
    });
  }
  return { kind, name, points, isDone: true };
}

function datesText(points: readonly FigurePoint[]): [] | [string[]] {
  const dates = points.map(({ takenOn }) => takenOn ?? '');
  const different = new Set(dates);
  if (different.size === 1) return dates[0] === '' ? [] : [[...different]];
  return [dates];
}

/** Of one point of a figure. */
function takenOnOf(dates: readonly string[], index: number): { takenOn?: string } {
  const takenOn = dates.length === 1 ? dates[0] : dates[index];
  return takenOn ? { takenOn } : {};
}

/** None, one for all points, or one for each. */
const isDates = (value: unknown, count: number): value is string[] =>
  Array.isArray(value) &&
  (value.length <= 1 || value.length === count) &&
  value.every((date) => typeof date === 'string' && DATE.test(date));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A link that was cut short or changed: the caller hears null like for any other text.
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWholeNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isSafeInteger);
