/**
 * Colours of points: scanned, by height or by a packed scan value (content/points/scan-values.ts), and the classes that are
 * drawn. The table is built once for each choice. Shaders and picks read it, so that a new colouring changes no geometry.
 */
import {
  hasPointRange,
  HEIGHT_RAMP,
  INTENSITY_RAMP,
  type PointColorMode,
  pointClass,
  returnColor,
} from '@overlook/shared/config';
import { rampColor, rgbOf } from '@overlook/shared/maths';
import type { ScanValueName } from '../content/points/scan-values.ts';
import type { GpuPrimitive } from './gpu-content.ts';
import type { StyleTexels } from './style-texture.ts';
import { POINT_TABLE_WIDTH, Variant } from './tile-shader.ts';

export interface PointColors {
  readonly mode: PointColorMode;
  /**
   * Range of the ramp: metres above the ellipsoid for heights, 0 to 65,535 for intensities. Null: the range of the loaded points.
   * Other modes have no range.
   */
  readonly range: readonly [least: number, most: number] | null;
  /** ASPRS classes that are neither drawn nor picked, 0 to 255. */
  readonly hiddenClasses: readonly number[];
}

export const POINTS_AS_SCANNED: PointColors = Object.freeze({ mode: 'scanned', range: null, hiddenClasses: [] });

/** Values of {@link PointColors} that a pass reads. */
export interface PointStyle {
  /** Row 0: colours of the ramp or of each value. Row 1: red is 255 for the classes that are drawn. */
  readonly table: StyleTexels;
  readonly coloredBy: 'height' | ScanValueName | null;
  /** Value of the first colour (site ENU metres for heights), and colours per unit. */
  readonly ramp: readonly [first: number, perUnit: number];
  readonly hidesClasses: boolean;
  /** Points that have colours keep them. */
  readonly isForBare: boolean;
}

/**
 * Returns the style of a pass; null for scanned colours without hidden classes. `range` is in the unit of the shader. With
 * `isForBare` the colours are for points that have none.
 */
export function pointStyle(
  colors: PointColors,
  range: readonly [number, number],
  isForBare = false,
): PointStyle | null {
  const { mode, hiddenClasses } = colors;
  const hidesClasses = hiddenClasses.length > 0;
  if (mode === 'scanned' && !hidesClasses) return null;
  // A range of length 0 has its first colour below the value and its last above.
  const length = Math.max(range[1] - range[0], 1e-6);
  return {
    table: tableOf(colors),
    coloredBy: mode === 'scanned' ? null : mode,
    ramp: hasPointRange(mode) ? [range[0], POINT_TABLE_WIDTH / length] : [0, 1],
    hidesClasses,
    isForBare,
  };
}

/** Variant bits of a primitive of points for a style. A primitive without the value keeps its own colours. */
export function pointVariant(primitive: GpuPrimitive, { coloredBy, hidesClasses, isForBare }: PointStyle): number {
  const { scan } = primitive;
  let variant = hidesClasses && scan?.has.classification ? Variant.HiddenClasses : 0;
  if (isForBare && !isBare(primitive)) return variant;
  if (coloredBy === 'height') variant |= Variant.HeightColors;
  else if (coloredBy && scan?.has[coloredBy]) variant |= Variant.ValueColors;
  return variant;
}

/** Whether points have no colours of their own. */
export const isBare = ({ variant }: GpuPrimitive): boolean => (variant & Variant.Colors) === 0;

const tables = new WeakMap<PointColors, StyleTexels>();

function tableOf(colors: PointColors): StyleTexels {
  const known = tables.get(colors) ?? makeTable(colors);
  tables.set(colors, known);
  return known;
}

function makeTable({ mode, hiddenClasses }: PointColors): StyleTexels {
  const texels = new Uint8Array(2 * 4 * POINT_TABLE_WIDTH).fill(255);
  for (let at = 0; at < POINT_TABLE_WIDTH; at++) texels.set(colorAt(mode, at), 4 * at);
  for (const code of hiddenClasses) texels[4 * (POINT_TABLE_WIDTH + code)] = 0;
  return { texels, rows: 2 };
}

function colorAt(mode: PointColorMode, at: number): readonly number[] {
  if (mode === 'classification') return rgbOf(pointClass(at).color);
  if (mode === 'returnNumber') return rgbOf(returnColor(at));
  return rampColor(mode === 'intensity' ? INTENSITY_RAMP : HEIGHT_RAMP, at / (POINT_TABLE_WIDTH - 1));
}
