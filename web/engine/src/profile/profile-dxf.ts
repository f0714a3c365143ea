/**
 * A section as a drawing: DXF of AutoCAD release 12, which every program reads. Coordinates are millimetres of paper at 1 to
 * {@link PROFILE.drawingScale}, x along the line from A and y up from A; heights are never exaggerated.
 */
import { PROFILE } from '@overlook/shared/config';
import { exportedPoints, llaOf, type ProfileExport } from './export-points.ts';
import type { SectionPlace } from './profile-view.ts';

export interface SectionLeg {
  readonly from: SectionPlace;
  readonly to: SectionPlace;
  /** The measurements, as text of the drawing. */
  readonly text: string;
}

const POINTS_A_PART = 500;
const MM_PER_METRE = 1000 / PROFILE.drawingScale;
/** Height of letters on paper, millimetres. */
const LETTERS_MM = 3;
/** AutoCAD colour numbers: white (black on white), grey, yellow. */
const LAYERS = { POINTS: 7, LINE: 8, MEASURES: 2 } as const;
type LayerName = keyof typeof LAYERS;

/** One of this many points is drawn, so that there are at most {@link PROFILE.drawingPointsMost}. */
export const drawingStep = (count: number): number => Math.max(1, Math.ceil(count / PROFILE.drawingPointsMost));

/** About the bytes of a drawing. */
export const dxfBytes = (count: number): number => 900 + Math.ceil(count / drawingStep(count)) * 49;

/** The drawing in parts: points, the line from A to B at the height of A, and the measurements. */
export function* profileDxf(profile: ProfileExport, count: number, legs: readonly SectionLeg[]): Generator<string> {
  yield head();
  const { lengthMetres } = profile.frame;
  const aHeight = llaOf(profile.frame, [0, 0, 0]).height.toFixed(3);
  yield line('LINE', { along: 0, up: 0 }, { along: lengthMetres, up: 0 });
  yield (
    letters('LINE', { along: 0, up: 0 }, `A, ${aHeight} m above the ellipsoid`) +
    letters('LINE', { along: lengthMetres, up: 0 }, 'B')
  );
  for (const { from, to, text } of legs) {
    const middle = { along: (from.along + to.along) / 2, up: (from.up + to.up) / 2 };
    yield line('MEASURES', from, to) + letters('MEASURES', middle, text);
  }
  yield* points(profile, drawingStep(count));
  yield '0\nENDSEC\n0\nEOF\n';
}

function* points(profile: ProfileExport, step: number): Generator<string> {
  let part: string[] = [];
  let index = 0;
  for (const point of exportedPoints(profile)) {
    if (index++ % step !== 0) continue;
    part.push(`0\nPOINT\n8\nPOINTS\n${coordinates(10, point)}`);
    if (part.length < POINTS_A_PART) continue;
    yield part.join('');
    part = [];
  }
  yield part.join('');
}

function head(): string {
  const layers = Object.entries(LAYERS).map(
    ([name, color]) => `0\nLAYER\n2\n${name}\n70\n0\n62\n${color}\n6\nCONTINUOUS\n`,
  );
  return [
    `999\nSection, millimetres of paper at 1:${PROFILE.drawingScale}\n`,
    '0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n0\nENDSEC\n',
    `0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLAYER\n70\n${layers.length}\n${layers.join('')}0\nENDTAB\n0\nENDSEC\n`,
    '0\nSECTION\n2\nENTITIES\n',
  ].join('');
}

const line = (layer: LayerName, from: SectionPlace, to: SectionPlace): string =>
  `0\nLINE\n8\n${layer}\n${coordinates(10, from)}${coordinates(11, to)}`;

/** Characters beyond ASCII are not known to the format: thin gaps become spaces, others question marks. */
const letters = (layer: LayerName, at: SectionPlace, text: string): string =>
  `0\nTEXT\n8\n${layer}\n${coordinates(10, at)}40\n${LETTERS_MM}\n1\n${plain(text)}\n`;

const plain = (text: string): string => text.replace(/[\u202f\u00a0]/g, ' ').replace(/[^ -~]/g, '?');

const coordinates = (code: number, { along, up }: SectionPlace): string =>
  `${code}\n${(along * MM_PER_METRE).toFixed(3)}\n${code + 10}\n${(up * MM_PER_METRE).toFixed(3)}\n${code + 20}\n0\n`;
