/** The input of the files of a profile: its points one after the other, in slices between which the page can draw. */
import { type Hemisphere, type Lla, llaFromEcef, utmFromLla, transformPoint } from '@overlook/shared/maths';
import type { ProfileFrame } from './profile-frame.ts';
import type { ProfilePoints } from './profile-points.ts';

export interface ProfileExport extends ProfilePoints {
  readonly frame: ProfileFrame;
}

/** One point; the same object for all of them. */
export interface ExportedPoint {
  along: number;
  across: number;
  up: number;
  /** 0 to 255. */
  red: number;
  green: number;
  blue: number;
  /** ASPRS class; 0 where there is none. */
  classCode: number;
}

const WHITE = 0xffffffff;

/** The points within the thickness, in the order in which they were read. */
export function* exportedPoints({ chunks, halfThicknessMetres: half }: ProfilePoints): Generator<ExportedPoint> {
  const point: ExportedPoint = { along: 0, across: 0, up: 0, red: 0, green: 0, blue: 0, classCode: 0 };
  for (const { positions, colors, classes } of chunks) {
    for (let i = 0, at = 0; at < positions.length; i++, at += 3) {
      if (Math.abs(positions[at + 1]!) > half) continue;
      const color = colors ? colors[i]! : WHITE;
      point.along = positions[at]!;
      point.across = positions[at + 1]!;
      point.up = positions[at + 2]!;
      point.red = color & 255;
      point.green = (color >> 8) & 255;
      point.blue = (color >> 16) & 255;
      point.classCode = classes ? classes[i]! : 0;
      yield point;
    }
  }
}

/** UTM zone and hemisphere of a whole profile: those of A. */
export function profileGrid({ ecefFromProfile }: ProfileFrame): { zone: number; hemisphere: Hemisphere } {
  const { zone, hemisphere } = utmFromLla(llaOf({ ecefFromProfile }, [0, 0, 0]));
  return { zone, hemisphere };
}

/** WGS84 of a place of the profile: (along, across, up). */
export const llaOf = (
  { ecefFromProfile }: Pick<ProfileFrame, 'ecefFromProfile'>,
  point: readonly [number, number, number],
): Lla => llaFromEcef(transformPoint(ecefFromProfile, point));

/** Main-thread time of one slice: half of a frame. */
const SLICE_MS = 8;

/** Puts the parts of a file together, in slices. Rejects with the signal's reason when aborted. */
export async function profileFile(
  parts: Iterable<string | Uint8Array>,
  type: string,
  signal: AbortSignal,
): Promise<Blob> {
  const made: BlobPart[] = [];
  let sliceEndsMs = performance.now() + SLICE_MS;
  for (const part of parts) {
    made.push(part as BlobPart);
    if (performance.now() < sliceEndsMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    sliceEndsMs = performance.now() + SLICE_MS;
  }
  signal.throwIfAborted();
  return new Blob(made, { type });
}
