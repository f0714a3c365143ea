import type { Units } from '@overlook/shared/format';
import type { Mark } from '../../overlays/mark.ts';
import { MarkCache } from '../figures/mark-cache.ts';
import type { Figure, FigureDocument, FigurePoint } from '../figures/figure.ts';
import { FigureTool, type FigureToolState } from '../figures/figure-tool.ts';
import { liveMeasureMarks, measureMarks } from './measure-marks.ts';
import { type MeasureMode, type Measurement, measurementOf } from './measurement.ts';

export interface MeasureState extends FigureToolState {
  readonly mode: MeasureMode;
  readonly units: Units;
  /** Oldest first; the one that is drawn is the last. */
  readonly measurements: readonly Measurement[];
  /** The one to show in full: that of the active point, else the newest. */
  readonly shown: Measurement | null;
}

/** Distances along points, heights, areas and distances from planes (specification §2 "/tools", §4 "Measure tools"). */
export class MeasureTool extends FigureTool<MeasureState> {
  readonly id = 'measure';
  protected readonly kinds = ['distance', 'height', 'area', 'plane'] as const;
  private chosenMode: MeasureMode = 'distance';
  private units: Units = 'metric';
  private readonly cache = new MarkCache();

  /** The drawing ends: finished where it has enough points, else dropped. */
  setMode(mode: MeasureMode): void {
    if (mode === this.mode) return;
    this.edit(() => {
      this.editor.endDrawing();
      this.chosenMode = mode;
      return true;
    });
  }

  setUnits(units: Units): void {
    if (units === this.units) return;
    this.units = units;
    this.cache.clear();
    this.refresh();
  }

  /** Makes the first point of a leg the active one; legs count from 0. */
  selectLeg(measurementId: number, legIndex: number): void {
    const figure = this.editor.document.figures.find((it) => it.id === measurementId);
    const point = figure?.points[legIndex];
    if (point) this.selectPoint(point.id);
  }

  protected nextKind(): MeasureMode {
    return this.mode;
  }

  protected makeState({ figures }: FigureDocument, common: FigureToolState): MeasureState {
    const measurements = figures.map(measurementOf);
    const active = common.activePointId === null ? null : this.editor.find(common.activePointId);
    const shown = active ? measurementOf(active.figure) : (measurements.at(-1) ?? null);
    return { ...common, mode: this.mode, units: this.units, measurements, shown };
  }

  protected marksOf(figure: Figure, activePointId: number | null): readonly Mark[] {
    return this.cache.get(figure, activePointId, () => measureMarks(figure, activePointId, this.units));
  }

  protected liveMarks(drawing: Figure, hovered: FigurePoint): readonly Mark[] {
    return liveMeasureMarks(drawing, hovered, this.units);
  }

  /** Undo can return to a drawing of another mode, which then continues in that mode. */
  private get mode(): MeasureMode {
    const drawing = this.editor.drawing;
    if (drawing) this.chosenMode = drawing.kind as MeasureMode;
    return this.chosenMode;
  }
}
