/** The colours of the points of a scene, with an automatic range if none is chosen. */
import { BARE_MODES, type BareMode, hasPointRange } from '@overlook/shared/config';
import type { EnuFrame } from '@overlook/shared/maths';
import type { DrawItem } from '../render/draw-item.ts';
import { isBare, type PointColors, type PointStyle, pointStyle } from '../render/point-colors.ts';
import { type PointStatistics, pointStatistics, tellingMode } from '../render/point-statistics.ts';
import type { StageState } from './stage-state.ts';

type Range = readonly [least: number, most: number];

const WHOLE: Range = [0, 1];

/** Properties of the drawn points, and the current range of their colour ramp: null if the colour mode has none. */
export interface StagePoints extends PointStatistics {
  readonly range: Range | null;
  /** What points without colours are coloured by in the mode 'scanned'; null in others, and where all have colours. */
  readonly bareMode: BareMode | null;
}

export class ScenePoints {
  /**
   * Ranges by mode; null if the drawn points have no such values. They only grow, so that a cloud keeps its colours while the
   * camera moves, until the files of the user change.
   */
  private found: Partial<Record<'height' | 'intensity', Range | null>> = {};
  /** The most telling one so far, for the same reason. */
  private bare: BareMode | null = null;
  private bareColors: (PointColors & { readonly of: PointColors }) | null = null;
  private foundWith: StageState['localClouds'] | null = null;
  private hidden: { of: readonly number[]; classes: ReadonlySet<number> } | null = null;

  /** `items` returns the drawn items. */
  constructor(
    private readonly frame: Pick<EnuFrame, 'origin'>,
    private readonly state: () => Pick<StageState, 'pointColors' | 'localClouds'>,
    private readonly items: () => readonly DrawItem[],
  ) {}

  style(): PointStyle | null {
    const colors = this.colors();
    const [least, most] = this.range() ?? WHOLE;
    const below = colors.mode === 'height' ? this.frame.origin.height : 0;
    return pointStyle(colors, [least - below, most - below], colors !== this.state().pointColors);
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
    const isOther = this.settleBareMode();
    return this.settleRange() || isOther;
  }

  private settleRange(): boolean {
    const { mode, range } = this.colors();
    if (range !== null || !hasPointRange(mode)) return false;
    const before = this.found[mode];
    const drawn = this.bare ? this.readBare() : this.read();
    const now = drawn?.[mode]?.range;
    if (drawn && !now) this.found[mode] = before ?? null;
    if (!now || (before && now[0] >= before[0] && now[1] <= before[1])) return false;
    this.found[mode] = before ? [Math.min(before[0], now[0]), Math.max(before[1], now[1])] : now;
    return true;
  }

  statistics(): StagePoints | null {
    const statistics = this.read();
    const range = this.range();
    const bareMode = this.items().some(hasBarePoints) ? this.bare : null;
    return statistics && { ...statistics, range, bareMode };
  }

  /** The chosen colours, or those of points that have none. */
  private colors(): PointColors {
    const { pointColors, localClouds } = this.state();
    if (localClouds !== this.foundWith) {
      this.found = {};
      this.bare = null;
    }
    this.foundWith = localClouds;
    if (pointColors.mode !== 'scanned') this.bare = null;
    else if (!this.bare && this.items().some(hasBarePoints)) this.settleBareMode();
    const mode = this.bare;
    if (!mode) return pointColors;
    if (this.bareColors?.of !== pointColors || this.bareColors.mode !== mode)
      this.bareColors = { ...pointColors, mode, range: null, of: pointColors };
    return this.bareColors;
  }

  private settleBareMode(): boolean {
    if (this.state().pointColors.mode !== 'scanned') return false;
    const drawn = this.readBare();
    const mode = drawn && tellingMode(drawn);
    if (!mode || (this.bare && BARE_MODES.indexOf(this.bare) <= BARE_MODES.indexOf(mode))) return false;
    this.bare = mode;
    return true;
  }

  private readBare(): PointStatistics | null {
    return pointStatistics(this.items(), this.frame.origin.height, isBare);
  }

  private read(): PointStatistics | null {
    return pointStatistics(this.items(), this.frame.origin.height);
  }

  private range(): Range | null {
    const { mode, range } = this.colors();
    if (!hasPointRange(mode)) return null;
    if (range) return range;
    if (this.found[mode] === undefined) this.settleRange();
    return this.found[mode] ?? null;
  }
}

const hasBarePoints = ({ tile }: DrawItem): boolean =>
  tile.gpu.some(({ primitives }) => primitives.some((primitive) => primitive.sample !== null && isBare(primitive)));
