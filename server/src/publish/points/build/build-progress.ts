/** The steps of a build, in order. */
export const BUILD_STEPS = ['reading', 'counting', 'distributing', 'building', 'writing'] as const;

/** Processed points of a step, and their total; null while that is not known. */
export interface BuildProgress {
  readonly step: (typeof BUILD_STEPS)[number];
  readonly points: number;
  readonly total: number | null;
}

/** Receives progress; reports that are "at once" must not be skipped. */
export type OnBuildProgress = (progress: BuildProgress, when?: 'at once') => void;

/** Adds up what the threads report. The begin of each step is reported, even of a very short one. */
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
