/** The edges of areas as instances of one segment. */
import { rgbOf } from '@overlook/shared/maths';
import type { AreaOutline, StageArea } from './area.ts';
import { splitDoubles } from './split-doubles.ts';

/** Edges with their own style: of an area, or of something else in space. */
export interface OutlinedShape {
  readonly area: Pick<StageArea, 'color' | 'outline' | 'isSelected' | 'isPale'>;
  /** Flat xyz, site ENU metres. */
  readonly positions: Float64Array;
  /** Pairs of positions. */
  readonly edges: Uint32Array;
}

/** All casings come first, so that none lies on a line. */
export interface OutlineData {
  /** Instances. */
  readonly count: number;
  readonly attributes: {
    /** Both ends, site ENU metres, split into a float32 and the remainder. */
    readonly instanceStarts: Float32Array;
    readonly instanceStarts64Low: Float32Array;
    readonly instanceEnds: Float32Array;
    readonly instanceEnds64Low: Float32Array;
    /** Red, green, blue, opacity. */
    readonly instanceColors: Uint8Array;
    /** Width in CSS pixels; metres of a dash and of a gap, 0 and 0 for none; 1 for a casing. */
    readonly instanceStyles: Float32Array;
  };
}

interface OutlineStyle {
  readonly widthPx: number;
  readonly dashMetres: number;
  readonly gapMetres: number;
}

/** Interface brief §2 "MOC states". */
const STYLES: Readonly<Record<AreaOutline, OutlineStyle>> = {
  dashed: { widthPx: 2, dashMetres: 1.6, gapMetres: 1 },
  solid: { widthPx: 1.5, dashMetres: 0, gapMetres: 0 },
  double: { widthPx: 3, dashMetres: 0, gapMetres: 0 },
  dotted: { widthPx: 2.5, dashMetres: 0.35, gapMetres: 0.55 },
};
/** The dark edge on both sides of a line, which shows it on white; that of a selected area is white and wider. */
const CASING_PX = 1.5;
const CASING = [13, 17, 21] as const;
const SELECTED_CASING_PX = 2;
const SELECTED_CASING = [255, 255, 255] as const;
/** Opacity of what is pale, of 255. */
const PALE_ALPHA = 90;

/** Opacity of an area beside that of all areas, 0 to 255. */
export const alphaOf = ({ isPale = false }: Pick<StageArea, 'isPale'>): number => (isPale ? PALE_ALPHA : 255);

export function outlineData(areas: readonly OutlinedShape[]): OutlineData {
  const segments = areas.reduce((sum, { edges }) => sum + edges.length / 2, 0);
  const count = 2 * segments;
  const ends = { start: new Float64Array(3 * count), end: new Float64Array(3 * count) };
  const colors = new Uint8Array(4 * count);
  const styles = new Float32Array(4 * count);
  let at = 0;
  for (const { area, edges, positions } of areas) {
    for (let i = 0; i < edges.length; i += 2, at++) {
      for (const instance of [at, segments + at]) {
        ends.start.set(positions.subarray(3 * edges[i]!, 3 * edges[i]! + 3), 3 * instance);
        ends.end.set(positions.subarray(3 * edges[i + 1]!, 3 * edges[i + 1]! + 3), 3 * instance);
        const { color, style } = lookOf(area, instance < segments);
        colors.set(color, 4 * instance);
        styles.set(style, 4 * instance);
      }
    }
  }
  const [instanceStarts, instanceStarts64Low] = splitDoubles(ends.start);
  const [instanceEnds, instanceEnds64Low] = splitDoubles(ends.end);
  return {
    count,
    attributes: {
      instanceStarts,
      instanceStarts64Low,
      instanceEnds,
      instanceEnds64Low,
      instanceColors: colors,
      instanceStyles: styles,
    },
  };
}

function lookOf(area: OutlinedShape['area'], isCasing: boolean) {
  const { color, outline, isSelected } = area;
  const { widthPx, dashMetres, gapMetres } = STYLES[outline];
  if (!isCasing) return { color: [...rgbOf(color), alphaOf(area)], style: [widthPx, dashMetres, gapMetres, 0] };
  const casingPx = isSelected ? SELECTED_CASING_PX : CASING_PX;
  return {
    color: [...(isSelected ? SELECTED_CASING : CASING), alphaOf(area)],
    style: [widthPx + 2 * casingPx, dashMetres, gapMetres, 1],
  };
}
