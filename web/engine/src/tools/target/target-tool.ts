import { type Lla, type Vec3, llaFromEcef } from '@overlook/shared/maths';
import type { Mark } from '../../overlays/mark.ts';
import type { Figure, FigureDocument } from '../figures/figure.ts';
import { FigureTool, type FigureToolState } from '../figures/figure-tool.ts';
import { MarkCache } from '../figures/mark-cache.ts';
import { pointMarks } from '../figures/point-marks.ts';

export interface Target {
  readonly id: number;
  /** For `selectPoint` and to compare with `activePointId`. */
  readonly pointId: number;
  readonly name: string;
  readonly pointEcef: Vec3;
  readonly lla: Lla;
  readonly modeltypeId: number;
  /** Date of the capture it was picked on; null where it is not known. */
  readonly takenOn: string | null;
  readonly errorMetres: number;
}

export interface TargetState extends FigureToolState {
  /** Oldest first. */
  readonly targets: readonly Target[];
}

const NAME_LONGEST = 200;
const GIVEN_NAME = /^Target (\d+)$/;

/** Marked locations with names (specification §2 "/tools"). */
export class TargetTool extends FigureTool<TargetState> {
  readonly id = 'target';
  protected readonly kinds = ['target'] as const;
  private readonly cache = new MarkCache();

  /** A name of spaces only is ignored. False when the name does not change. */
  rename(targetId: number, name: string): boolean {
    const short = name.trim().slice(0, NAME_LONGEST);
    return short !== '' && this.edit(() => this.editor.rename(targetId, short));
  }

  protected nextKind(): 'target' {
    return 'target';
  }

  /** One more than the highest number, so that a removed target's name is not given to another place. */
  protected override nextName(): string {
    const numbers = this.editor.document.figures.map(({ name }) => Number(GIVEN_NAME.exec(name)?.[1] ?? 0));
    return `Target ${numbers.reduce((most, number) => Math.max(most, number), 0) + 1}`;
  }

  protected makeState({ figures }: FigureDocument, common: FigureToolState): TargetState {
    return { ...common, targets: figures.map(targetOf) };
  }

  protected marksOf(figure: Figure, activePointId: number | null): readonly Mark[] {
    return this.cache.get(figure, activePointId, () => pointMarks(this.id, figure, activePointId, 'target'));
  }

  protected liveMarks(): readonly Mark[] {
    return [];
  }
}

const known = new WeakMap<Figure, Target>();

function targetOf(figure: Figure): Target {
  let target = known.get(figure);
  if (!target) {
    const { id: pointId, pointEcef, modeltypeId, takenOn = null, errorMetres } = figure.points[0]!;
    const lla = llaFromEcef(pointEcef);
    target = { id: figure.id, pointId, name: figure.name, pointEcef, lla, modeltypeId, takenOn, errorMetres };
    known.set(figure, target);
  }
  return target;
}
