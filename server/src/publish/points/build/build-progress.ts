/** What a build does, one after another. */
export const BUILD_STEPS = ['reading', 'counting', 'distributing', 'building', 'writing'] as const;

/** Points that a step has got through, and of how many; null while that is not known. */
export interface BuildProgress {
  readonly step: (typeof BUILD_STEPS)[number];
  readonly points: number;
  readonly total: number | null;
}

/** Hears of progress; what is "at once" must not be skipped. */
export type OnBuildProgress = (progress: BuildProgress, when?: 'at once') => void;

/** Adds up what the threads report. Each step is told when it begins, however short it is. */
export class ProgressOfSteps {
  #now: BuildProgress = { step: BUILD_STEPS[0], points: 0, total: null };

  constructor(private readonly report: OnBuildProgress | undefined) {}

  begin(step: BuildProgress['step'], total: number | null): void {
    this.#now = { step, points: 0, total };
    this.report?.(this.#now, 'at once');
  }

  add(points: number): void {
    this.#now = { ...this.#now, points: this.#now.points + points };
    this.report?.(this.#now);
  }
}
