/**
 * How marks look over the model (interface brief §4): sizes in CSS pixels, colours as styles/tokens.css has them for
 * the dark theme, which never changes over the model.
 */
import type { PointMark } from './mark.ts';

/** The casing around everything, so that it is readable on a white tank and on black points. */
export const CASING_COLOR = '#0d1115';
export const MARK_COLOR = '#ffffff';
/** --accent */
export const ACTIVE_COLOR = '#2e6fe6';
/** --accent-text */
export const CURSOR_COLOR = '#8ab6ff';
/** --axis-e, --axis-n, --axis-u of styles/tokens.css: marks are drawn on a canvas, which knows no tokens. */
export const AXIS_COLORS = ['#ff6b6b', '#5fd38a', '#6aa5ff'] as const;
export const LABEL_COLOR = 'rgb(12 14 18 / 0.92)';
/** The label of the selection: its amber, and nearly black text on it. */
export const SELECTION_LABEL_COLOR = '#faa21b';
export const SELECTION_TEXT_COLOR = '#1a1206';
/** The label of a total: --text-0, and --surface-0 on it. */
export const TOTAL_LABEL_COLOR = '#f3f5f7';
export const TOTAL_TEXT_COLOR = '#0a0c0f';
export const LABEL_RING_COLOR = 'rgb(255 255 255 / 0.18)';

/** Marks behind the model, and a label that a divider crosses, are drawn at this alpha (interface brief §3, §10). */
export const HIDDEN_ALPHA = 0.55;

export interface LineStyle {
  readonly widthPx: number;
  readonly casingPx: number;
  readonly dashPx: readonly number[];
}

export const LINE_CASING_ALPHA = 0.75;
const LINE: LineStyle = { widthPx: 2.25, casingPx: 5.5, dashPx: [] };
const LIVE_LINE: LineStyle = { widthPx: 1.75, casingPx: 4, dashPx: [5, 4] };
const THIN_LINE: LineStyle = { widthPx: 1.5, casingPx: 4, dashPx: [] };
const THIN_LIVE_LINE: LineStyle = { widthPx: 1.25, casingPx: 3, dashPx: [4, 3] };

export function lineStyle(isDashed: boolean, isSecondary: boolean): LineStyle {
  if (isSecondary) return isDashed ? THIN_LIVE_LINE : THIN_LINE;
  return isDashed ? LIVE_LINE : LINE;
}

/** Text in the label: weight and size; the family is the page's. Padding: right and left, above, below. */
export const LABEL_FONT = '600 12px';
export const LABEL_HEIGHT_PX = 19;
export const LABEL_PADDING_PX = 7;
export const LABEL_BASELINE_PX = 13;
export const LABEL_RADIUS_PX = 4;
/** Between a label and the line or point it belongs to. */
export const LABEL_CLEAR_PX = 8;

/** A disc: `casingPx` is the radius of the dark disc under it, `ringPx` the width of the white ring on its edge. */
export interface DiscStyle {
  /** Styles of the same key look the same. */
  readonly key: string;
  readonly shape: 'disc' | 'crosshair' | 'cursor' | 'ring';
  readonly radiusPx: number;
  readonly casingPx: number;
  readonly fill: string;
  readonly ringPx: number;
}

export interface DiscState {
  readonly isHovered: boolean;
  readonly isSecondary: boolean;
  /** The pointer is a finger. */
  readonly isCoarse: boolean;
}

function style(shape: DiscStyle['shape'], radiusPx: number, casingPx: number, fill: string, ringPx: number): DiscStyle {
  return { key: `${shape} ${radiusPx} ${fill}`, shape, radiusPx, casingPx, fill, ringPx };
}

const POINT = style('disc', 5, 6.5, MARK_COLOR, 0);
const POINT_HOVERED = style('disc', 6.5, 8, MARK_COLOR, 0);
const POINT_SECONDARY = style('disc', 3.5, 5, MARK_COLOR, 0);
const ACTIVE = style('disc', 5, 7, ACTIVE_COLOR, 2);
const ACTIVE_HOVERED = style('disc', 6.5, 8.5, ACTIVE_COLOR, 2);
const CROSSHAIR = style('crosshair', 7, 13, MARK_COLOR, 1.5);
const CURSOR = style('cursor', 5, 7, CURSOR_COLOR, 2);
const PIVOT = style('ring', 4, 6, MARK_COLOR, 1.5);

const HANDLE_RADIUS_PX = 7;
const COARSE_HANDLE_RADIUS_PX = 11;
const HOVERED_HANDLE_GROWS_PX = 2;
const HANDLE_RING_PX = 1.75;
const HANDLE_CASING_PX = 2;

export function discStyle(mark: PointMark, { isHovered, isSecondary, isCoarse }: DiscState): DiscStyle {
  switch (mark.variant) {
    case 'target':
      return CROSSHAIR;
    case 'cursor':
      return CURSOR;
    case 'pivot':
      return PIVOT;
    case 'handle': {
      const restPx = isCoarse ? COARSE_HANDLE_RADIUS_PX : HANDLE_RADIUS_PX;
      const radiusPx = restPx + (isHovered ? HOVERED_HANDLE_GROWS_PX : 0);
      return style('disc', radiusPx, radiusPx + HANDLE_CASING_PX, mark.color ?? MARK_COLOR, HANDLE_RING_PX);
    }
    case 'active':
      if (isSecondary) return POINT_SECONDARY;
      return isHovered ? ACTIVE_HOVERED : ACTIVE;
    case 'point':
      if (isSecondary) return POINT_SECONDARY;
      return isHovered ? POINT_HOVERED : POINT;
  }
}
