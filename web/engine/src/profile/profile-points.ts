/** The shown points of a profile: those that have been read, within the current thickness. */
import type { BandPoints } from '../content/band-points.ts';
import { placeAt, type ProfileView, type SectionBounds } from './profile-view.ts';

export interface ProfilePoints {
  readonly chunks: readonly BandPoints[];
  /**
   * Points farther than this from the line, to either side, are omitted: a band can be made thinner without reading
   * again.
   */
  readonly halfThicknessMetres: number;
}

/** Metres: (along, across, up). */
export type ProfilePoint = readonly [along: number, across: number, up: number];

export interface PointsSummary {
  readonly count: number;
  /** Null without points. */
  readonly bounds: SectionBounds | null;
  readonly hasColors: boolean;
  readonly hasClasses: boolean;
}

export function summaryOf({ chunks, halfThicknessMetres: half }: ProfilePoints): PointsSummary {
  let count = 0;
  let [alongLeast, alongMost, upLeast, upMost] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { positions } of chunks) {
    for (let i = 0; i < positions.length; i += 3) {
      if (Math.abs(positions[i + 1]!) > half) continue;
      const along = positions[i]!;
      const up = positions[i + 2]!;
      count++;
      if (along < alongLeast) alongLeast = along;
      if (along > alongMost) alongMost = along;
      if (up < upLeast) upLeast = up;
      if (up > upMost) upMost = up;
    }
  }
  return {
    count,
    bounds: count > 0 ? { alongLeast, alongMost, upLeast, upMost } : null,
    hasColors: chunks.some(({ colors }) => colors !== null),
    hasClasses: chunks.some(({ classes }) => classes !== null),
  };
}

/** The point that is drawn nearest to a pixel of the plot, within `radiusPx`; null for none. */
export function nearestPoint(
  { chunks, halfThicknessMetres: half }: ProfilePoints,
  view: ProfileView,
  [x, y]: readonly [number, number],
  radiusPx: number,
): ProfilePoint | null {
  const { along, up } = placeAt(view, x, y);
  const { pixelsPerMetre, exaggeration } = view;
  let nearest = radiusPx * radiusPx;
  let found: ProfilePoint | null = null;
  for (const { positions } of chunks) {
    for (let i = 0; i < positions.length; i += 3) {
      const dx = (positions[i]! - along) * pixelsPerMetre;
      if (dx > radiusPx || dx < -radiusPx || Math.abs(positions[i + 1]!) > half) continue;
      const dy = (positions[i + 2]! - up) * pixelsPerMetre * exaggeration;
      const squared = dx * dx + dy * dy;
      if (squared >= nearest) continue;
      nearest = squared;
      found = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    }
  }
  return found;
}
