import { AXES, vec3Of } from '@overlook/shared/maths';
import { coordinatesOf, type PointGrid, RECORD_WORDS } from '../../../pointclouds/record.ts';
import { Bulk } from '../../check/bulk.ts';
import type { Triple } from './cloud-cube.ts';
import type { RecordSegment } from './scanned-segment.ts';
import type { ScannedSegment } from './scanned-segment.ts';
import type { GridBox, FarPoints } from './scanned-segment.ts';

/** Metres from the bulk of a cloud beyond which a few points cannot belong to its site. */
const FAR_M = 10_000;
/** A larger share of a file is not a few points. */
const FAR_SHARE = 0.01;

const isInside = ({ minimum, maximum }: GridBox, words: Int32Array, at: number): boolean =>
  words[at]! >= minimum[0] &&
  words[at]! <= maximum[0] &&
  words[at + 1]! >= minimum[1] &&
  words[at + 1]! <= maximum[1] &&
  words[at + 2]! >= minimum[2] &&
  words[at + 2]! <= maximum[2];

/** Moves the records inside a box to the front, in place, and returns their number. */
export function keepInside(box: GridBox, words: Int32Array, count: number, onFar: (at: number) => void): number {
  let kept = 0;
  for (let i = 0, at = 0; i < count; i++, at += RECORD_WORDS) {
    if (!isInside(box, words, at)) onFar(at);
    else if (kept++ !== i) words.copyWithin((kept - 1) * RECORD_WORDS, at, at + RECORD_WORDS);
  }
  return kept;
}

/** The box that points of a site can be in; null where all of these are. `unitM`: metres of an integer on each axis. */
export function siteBox(scanned: readonly ScannedSegment[], unitM: Triple): GridBox | null {
  const filled = scanned.filter(({ points }) => points > 0);
  const isFar = ({ minimum, maximum }: GridBox) =>
    AXES.some((axis) => (maximum[axis] - minimum[axis]) * unitM[axis] > FAR_M);
  if (filled.length === 0 || !isFar(unionOf(filled))) return null;
  const bulk = new Bulk<null>();
  for (const { minimum, maximum, sample } of filled) {
    const metres = (place: ArrayLike<number>, from = 0) => vec3Of((axis) => place[from + axis]! * unitM[axis]);
    const points = Array.from({ length: sample.length / 3 }, (_, i) => metres(sample, 3 * i));
    bulk.add([...metres(minimum), ...metres(maximum)], points, null);
  }
  const { box } = bulk.measure();
  const side = (end: 0 | 3, marginM: number) =>
    vec3Of((axis) => Math.round((box[axis + end]! + marginM) / unitM[axis]));
  const around = { minimum: side(0, -FAR_M), maximum: side(3, FAR_M) };
  return filled.every((one) => isWithin(one, around)) ? null : around;
}

export const isWithin = ({ minimum, maximum }: GridBox, around: GridBox): boolean =>
  AXES.every((axis) => minimum[axis] >= around.minimum[axis] && maximum[axis] <= around.maximum[axis]);

/** The box around some. */
export function unionOf(boxes: readonly GridBox[]): GridBox {
  return {
    minimum: vec3Of((axis) => boxes.reduce((least, { minimum }) => Math.min(least, minimum[axis]), Infinity)),
    maximum: vec3Of((axis) => boxes.reduce((most, { maximum }) => Math.max(most, maximum[axis]), -Infinity)),
  };
}

/** Whether what is left of a file is nearly all of it. */
export const areFew = (far: number, points: number): boolean => far <= FAR_SHARE * points;

/** A segment whose parts were read again with a box, at least one. */
export function joinScanned(whole: ScannedSegment, parts: readonly ScannedSegment[]): ScannedSegment {
  const filled = parts.filter(({ points }) => points > 0);
  const sum = (of: (one: ScannedSegment) => number) => parts.reduce((total, one) => total + of(one), 0);
  return {
    ...whole,
    segments: parts.flatMap<RecordSegment>(({ segments }) => segments),
    points: sum(({ points }) => points),
    ...unionOf(filled),
    bits: whole.bits.map((_, word) => parts.reduce((set, { bits }) => set | bits[word]!, 0)),
    colors: { colored: sum(({ colors }) => colors.colored), deep: sum(({ colors }) => colors.deep) },
    // Files of records lack what was left out when they were written.
    far: joinFar([whole.segments[0]!.kind === 'raw' ? whole.far : null, ...parts.map(({ far }) => far)]),
  };
}

/** Null where there are none. */
export function joinFar(all: readonly (FarPoints | null)[]): FarPoints | null {
  const found = all.filter((far) => far !== null);
  return found.length === 0
    ? null
    : { count: found.reduce((sum, { count }) => sum + count, 0), first: found[0]!.first };
}

/** The sentence about them; `near` is a box around the others. */
export function farText({ count, first }: FarPoints, near: GridBox, grid: PointGrid, unitM: Triple): string {
  const points = count === 1 ? '1 point' : `${count} points`;
  if (first.some(Number.isNaN)) return `${points} left out, where their coordinate system has no places.`;
  const gaps = AXES.map((axis) => Math.max(near.minimum[axis] - first[axis], first[axis] - near.maximum[axis], 0));
  const km = Math.round(Math.hypot(...gaps.map((gap, axis) => gap * unitM[axis]!)) / 1000);
  const place = coordinatesOf(grid, [...first]).map((value) => Number(value.toFixed(3)));
  return `${points} left out, more than ${km.toLocaleString('en-GB')} km away from the others; the first: ${place.join(' ')}.`;
}
