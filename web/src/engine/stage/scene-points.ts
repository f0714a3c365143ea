/** The colours of the points of a scene, with an automatic range if none is chosen. */
import { hasPointRange } from '@overlook/shared/config';
import type { EnuFrame } from '@overlook/shared/maths';
import type { DrawItem } from '../render/draw-item.ts';
import { type PointStyle, pointStyle } from '../render/point-colors.ts';
import { type PointStatistics, pointStatistics } from '../render/point-statistics.ts';
import type { StageState } from './stage-state.ts';

type Range = readonly [least: number, most: number];

const WHOLE: Range = [0, 1];

/** Properties of the drawn points, and the current range of their colour ramp: null if the colour mode has none. */
export interface StagePoints extends PointStatistics {
  readonly range: Range | null;
}

export class ScenePoints {
  /**
   * Ranges by mode; null if the drawn points have no such values. They only grow, so that a cloud keeps its colours while the
   * camera moves, until the files of the user change.
   */
  private found: Partial<Record<'height' | 'intensity', Range | null>> = {};
  private foundWith: StageState['localClouds'] | null = null;
  private hidden: { of: readonly number[]; classes: ReadonlySet<number> } | null = null;

  /** `items` returns the drawn items. */
  constructor(
    private readonly frame: Pick<EnuFrame, 'origin'>,
    private readonly state: () => Pick<StageState, 'pointColors' | 'localClouds'>,
    private readonly items: () => readonly DrawItem[],
  ) {}

  style(): PointStyle | null {
    const colors = this.state().pointColors;
    const [least, most] = this.range() ?? WHOLE;
    const below = colors.mode === 'height' ? this.frame.origin.height : 0;
    return pointStyle(colors, [least - below, most - below]);
  }

  /** Classes that are not drawn; null if all are. The same object until the choice changes. */
  hiddenClasses(): ReadonlySet<number> | null {
    const { hiddenClasses } = this.state().pointColors;
    if (hiddenClasses.length === 0) return null;
    if (this.hidden?.of !== hiddenClasses) this.hidden = { of: hiddenClasses, classes: new Set(hiddenClasses) };
    return this.hidden.classes;
  }

  /** Examines the frame at rest. Returns whether it must be drawn again. */
  settle(): boolean {
    const { mode, range } = this.state().pointColors;
    if (range !== null || !hasPointRange(mode)) return false;
    const before = this.found[mode];
    const drawn = this.read();
    const now = drawn?.[mode]?.range;
    if (drawn && !now) this.found[mode] = before ?? null;
    if (!now || (before && now[0] >= before[0] && now[1] <= before[1])) return false;
    this.found[mode] = before ? [Math.min(before[0], now[0]), Math.max(before[1], now[1])] : now;
    return true;
  }

  statistics(): StagePoints | null {
    const statistics = this.read();
    return statistics && { ...statistics, range: this.range() };
  }

  private read(): PointStatistics | null {
    return pointStatistics(this.items(), this.frame.origin.height);
  }

  private range(): Range | null {
    const { pointColors, localClouds } = this.state();
    const { mode, range } = pointColors;
    if (!hasPointRange(mode)) return null;
    if (range) return range;
    if (localClouds !== this.foundWith) this.found = {};
    this.foundWith = localClouds;
    if (this.found[mode] === undefined) this.settle();
    return this.found[mode] ?? null;
  }
}
