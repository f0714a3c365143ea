import type { AngleUnits } from '@overlook/shared/format';
import { angleAtDeg, angleErrorDeg } from '@overlook/shared/maths';
import type { Mark } from '../../overlays/mark.ts';
import { datesOf } from '../capture-key.ts';
import { type Figure, type FigureDocument, type FigurePoint, layersOf } from '../figures/figure.ts';
import { FigureTool, type FigureToolState } from '../figures/figure-tool.ts';
import { MarkCache } from '../figures/mark-cache.ts';
import { angleMarks, liveAngleMarks } from './angle-marks.ts';

export interface MeasuredAngle {
  readonly id: number;
  readonly isDone: boolean;
  /** First arm, corner, second arm. */
  readonly points: readonly FigurePoint[];
  /** 0 to 180; null while points are missing, or where an arm has no length. */
  readonly angleDeg: number | null;
  /** Likely error; null also for angles near 0 and 180. */
  readonly errorDeg: number | null;
  readonly modeltypeIds: readonly number[];
  /** Dates of the captures the points were picked on; empty where none is known. */
  readonly takenOn: readonly string[];
}

export interface AngleState extends FigureToolState {
  readonly units: AngleUnits;
  /** Oldest first; the one that is drawn is the last. */
  readonly angles: readonly MeasuredAngle[];
}

/** The angle at the second of three points; a fourth begins another (specification §2 "/tools"). */
export class AngleTool extends FigureTool<AngleState> {
  readonly id = 'angle';
  protected readonly kinds = ['angle'] as const;
  private units: AngleUnits = 'degrees';
  private readonly cache = new MarkCache();

  setUnits(units: AngleUnits): void {
    if (units === this.units) return;
    this.units = units;
    this.cache.clear();
    this.refresh();
  }

  protected nextKind(): 'angle' {
    return 'angle';
  }

  protected makeState({ figures }: FigureDocument, common: FigureToolState): AngleState {
    return { ...common, units: this.units, angles: figures.map(angleOf) };
  }

  protected marksOf(figure: Figure, activePointId: number | null): readonly Mark[] {
    return this.cache.get(figure, activePointId, () => angleMarks(figure, activePointId, this.units));
  }

  protected liveMarks(drawing: Figure, hovered: FigurePoint): readonly Mark[] {
    return liveAngleMarks(drawing, hovered, this.units);
  }
}

const known = new WeakMap<Figure, MeasuredAngle>();

function angleOf(figure: Figure): MeasuredAngle {
  let angle = known.get(figure);
  if (!angle) {
    const { id, isDone, points } = figure;
    angle = { id, isDone, points, modeltypeIds: layersOf(points), takenOn: datesOf(points), ...worthOf(points) };
    known.set(figure, angle);
  }
  return angle;
}

function worthOf([a, corner, b]: readonly FigurePoint[]): Pick<MeasuredAngle, 'angleDeg' | 'errorDeg'> {
  if (!a || !corner || !b) return { angleDeg: null, errorDeg: null };
  const places = [a.pointEcef, corner.pointEcef, b.pointEcef] as const;
  const errors = [a.errorMetres, corner.errorMetres, b.errorMetres] as const;
  return { angleDeg: angleAtDeg(...places), errorDeg: angleErrorDeg(...places, errors) };
}
