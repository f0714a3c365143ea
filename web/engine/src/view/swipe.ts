/** Two layers in one view, on the two sides of a straight divider. */
import type { RenderCamera } from './camera-frame.ts';
import type { ScreenXy } from './screen-ray.ts';
import type { StageCapture } from './stage-capture.ts';

export type SwipeDirection = 'sideBySide' | 'topAndBottom';

/** 'first' is left of the divider, or above it. */
export type SwipeSide = 'first' | 'second';

export interface Divider {
  /** Share of the width, or of the height, that is the first side: 0 to 1. */
  readonly fraction: number;
  readonly direction: SwipeDirection;
}

export interface Swipe extends Divider {
  /** Model type of the layer on the second side; the first side shows the layer of the stage. */
  readonly secondLayerId: number;
  /** The capture of that layer; null or absent for the one that the site names. */
  readonly secondCapture?: StageCapture | null;
}

/** Left and lower edge, width and height in device pixels, as WebGL counts them: from below. */
export type PixelArea = readonly [x: number, y: number, width: number, height: number];

/** The side that a place on the screen is on; `size` in CSS pixels. */
export function sideAt({ fraction, direction }: Divider, [x, y]: ScreenXy, size: Size): SwipeSide {
  const isFirst = direction === 'sideBySide' ? x < fraction * size.widthPx : y < fraction * size.heightPx;
  return isFirst ? 'first' : 'second';
}

/** The part of a viewport that is a side. */
export function areaOfSide({ fraction, direction }: Divider, side: SwipeSide, viewport: PixelArea): PixelArea {
  const [x, y, width, height] = viewport;
  if (direction === 'sideBySide') {
    const first = Math.round(fraction * width);
    return side === 'first' ? [x, y, first, height] : [x + first, y, width - first, height];
  }
  const first = Math.round(fraction * height);
  return side === 'first' ? [x, y + height - first, width, first] : [x, y, width, height - first];
}

/**
 * The plane through the camera and the divider, ENU metres: (a, b, c, d), with a·x + b·y + c·z + d ≥ 0 for the points of a side.
 */
export function planeOfSide({ fraction, direction }: Divider, side: SwipeSide, camera: RenderCamera): Float64Array {
  const { clipFromEnuAxes: m, x, y, z } = camera;
  const isAcross = direction === 'sideBySide';
  // Rows of the matrix: x or y, and w. Clip space counts y from below.
  const [row, at] = isAcross ? [0, 2 * fraction - 1] : [1, 1 - 2 * fraction];
  const sign = isAcross === (side === 'first') ? -1 : 1;
  const of = (column: number): number => sign * (m[4 * column + row]! - at * m[4 * column + 3]!);
  const [a, b, c] = [of(0), of(1), of(2)];
  return Float64Array.of(a, b, c, of(3) - (a * x + b * y + c * z));
}

/** Whether the divider crosses a box; both in CSS pixels. */
export function crosses({ fraction, direction }: Divider, box: Box, size: Size): boolean {
  const [from, length, at] =
    direction === 'sideBySide'
      ? [box.left, box.width, fraction * size.widthPx]
      : [box.top, box.height, fraction * size.heightPx];
  return at > from && at < from + length;
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
