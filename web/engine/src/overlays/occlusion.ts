/**
 * Which marks are behind the model. The test of one position casts a ray on the CPU, which is too expensive for every frame.
 * So positions are tested only on request, within a budget, and each result is kept until the camera or the mark changes. A
 * point or label has one position; the visible part of a segment has up to {@link SAMPLES_AT_MOST}, evenly spaced on the
 * screen.
 */
import type { Vec3 } from '@overlook/shared/maths';
import { type PlacedMarks, isSameVertex } from './placed-marks.ts';
import type { ScreenMarks } from './screen-marks.ts';

/**
 * True when the model hides the place (ENU metres), null when that is not known yet. A place on a surface must give
 * false, which needs some tolerance.
 */
export type HiddenTest = (pointEnu: Vec3) => boolean | null;

/** A bit each in a byte. */
const SAMPLES_AT_MOST = 8;
/** A sample covers about this many CSS pixels of a line. */
const SAMPLE_PX = 12;

export class Occlusion {
  /** Bit s is set when sample s of the part has been tested, and in the other when it was hidden. */
  private readonly tested: Uint8Array;
  private readonly hidden: Uint8Array;
  /** Everything before this part has been tested. */
  private next = 0;

  constructor(private readonly placed: PlacedMarks) {
    this.tested = new Uint8Array(placed.partEnds.length / 2);
    this.hidden = new Uint8Array(placed.partEnds.length / 2);
  }

  /** Clears every result, because the camera has moved, or the model has changed. */
  clear(): void {
    this.tested.fill(0);
    this.hidden.fill(0);
    this.next = 0;
  }

  /** Takes over the results of marks that have kept their id and their place. The camera must be the same. */
  carryFrom(previous: Occlusion): void {
    const [from, to] = [previous.placed, this.placed];
    to.marks.forEach((mark, i) => {
      const j = from.indexOfId.get(mark.id);
      if (j === undefined || from.marks[j]!.kind !== mark.kind) return;
      const ends = [to.firstPart[i + 1]!, from.firstPart[j + 1]!] as const;
      for (let p = to.firstPart[i]!, q = from.firstPart[j]!; p < ends[0] && q < ends[1]; p++, q++) {
        if (!isSamePart(to, p, from, q)) continue;
        this.tested[p] = previous.tested[q]!;
        this.hidden[p] = previous.hidden[q]!;
      }
    });
  }

  /** True when the part, or this sample of a segment, was found behind the model. */
  isHidden(part: number, sample = 0): boolean {
    return ((this.hidden[part]! >> sample) & 1) === 1;
  }

  /** False when the whole part is visible, as far as is known. */
  isHiddenSomewhere(part: number): boolean {
    return this.hidden[part] !== 0;
  }

  /**
   * Continues testing where the last call stopped, for about `budgetMs` and at least one place. `isDone` when all
   * places are tested; `hasChanged` when marks now look different.
   */
  refresh(
    screen: ScreenMarks,
    budgetMs: number,
    isHidden: HiddenTest,
    nowMs: () => number = () => performance.now(),
  ): { isDone: boolean; hasChanged: boolean } {
    const endMs = nowMs() + budgetMs;
    let hasChanged = false;
    let hasTested = false;
    for (; this.next < this.tested.length; this.next++) {
      const part = this.next;
      if (!screen.isShown[part]) continue;
      const samples = sampleCount(screen, part);
      for (let sample = 0; sample < samples; sample++) {
        const bit = 1 << sample;
        if (this.tested[part]! & bit) continue;
        if (hasTested && nowMs() >= endMs) return { isDone: false, hasChanged };
        hasTested = true;
        const answer = isHidden(screen.pointEnu(part, (sample + 0.5) / samples));
        if (answer === null) return { isDone: false, hasChanged };
        this.tested[part]! |= bit;
        if (!answer) continue;
        this.hidden[part]! |= bit;
        hasChanged = true;
      }
    }
    return { isDone: true, hasChanged };
  }
}

/** The number of samples of a shown part. */
export function sampleCount(screen: ScreenMarks, part: number): number {
  const { partEnds } = screen.placed;
  if (partEnds[2 * part] === partEnds[2 * part + 1]) return 1;
  return Math.min(SAMPLES_AT_MOST, Math.max(1, Math.ceil(screen.lengthPx(part) / SAMPLE_PX)));
}

function isSamePart(a: PlacedMarks, partA: number, b: PlacedMarks, partB: number): boolean {
  for (let k = 0; k < 2; k++) {
    if (!isSameVertex(a, a.partEnds[2 * partA + k]!, b, b.partEnds[2 * partB + k]!)) return false;
  }
  return true;
}
