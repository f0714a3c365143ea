/** The rectangles of the screens on the stage (interface brief §3): pure, in shares of the stage's width and height. */
import { SPLIT_LEAST, SPLIT_MOST, THREE_COLUMNS_FROM_ASPECT } from '@overlook/shared/config';

/** Left, top, right and bottom edge, each 0 to 1. */
export interface PaneRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A line between screens that can be dragged; `at` is the share of its whole that lies before it. */
export interface Gap {
  readonly id: 'main' | 'side';
  /** 'vertical' lines are dragged sideways. */
  readonly direction: 'vertical' | 'horizontal';
  readonly rect: PaneRect;
  readonly at: number;
  /** What `at` is a share of: the span that the gap moves in. */
  readonly span: readonly [number, number];
}

export interface Arrangement {
  readonly panes: readonly PaneRect[];
  readonly gaps: readonly Gap[];
}

export type Splits = Readonly<Record<Gap['id'], number>>;
export type ArrangementKind = 'one' | 'two' | 'stack' | 'columns';

/** One · two side by side · three as one large and two stacked, or as columns on a very wide stage. */
export function arrangementKind(count: number, aspect: number): ArrangementKind {
  if (count < 2) return 'one';
  if (count === 2) return 'two';
  return aspect > THREE_COLUMNS_FROM_ASPECT ? 'columns' : 'stack';
}

export const SPLIT_DEFAULTS: Record<ArrangementKind, Splits> = {
  one: { main: 1, side: 1 },
  two: { main: 0.5, side: 1 },
  stack: { main: 0.6, side: 0.5 },
  columns: { main: 1 / 3, side: 0.5 },
};

export const clampSplit = (share: number): number => Math.min(SPLIT_MOST, Math.max(SPLIT_LEAST, share));

const WHOLE: PaneRect = { left: 0, top: 0, right: 1, bottom: 1 };

export function arrange(kind: ArrangementKind, { main, side }: Splits): Arrangement {
  if (kind === 'one') return { panes: [WHOLE], gaps: [] };
  const first: PaneRect = { ...WHOLE, right: main };
  const rest: PaneRect = { ...WHOLE, left: main };
  const mainGap: Gap = {
    id: 'main',
    direction: 'vertical',
    at: main,
    rect: { ...WHOLE, left: main, right: main },
    span: [0, 1],
  };
  if (kind === 'two') return { panes: [first, rest], gaps: [mainGap] };
  if (kind === 'stack') {
    const sideGap: Gap = {
      id: 'side',
      direction: 'horizontal',
      at: side,
      rect: { ...rest, top: side, bottom: side },
      span: [0, 1],
    };
    return { panes: [first, { ...rest, bottom: side }, { ...rest, top: side }], gaps: [mainGap, sideGap] };
  }
  const middle = main + (1 - main) * side;
  const sideGap: Gap = {
    id: 'side',
    direction: 'vertical',
    at: side,
    rect: { ...WHOLE, left: middle, right: middle },
    span: [main, 1],
  };
  return { panes: [first, { ...rest, right: middle }, { ...rest, left: middle }], gaps: [mainGap, sideGap] };
}
