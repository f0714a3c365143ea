/** A line of cameras with a place in it; never changed in place. */
import { CAMERA_HISTORY } from '@overlook/shared/config';
import { type Pose, distance } from '@overlook/shared/maths';

export interface History {
  readonly entries: readonly Pose[];
  /** Index of the entry that the camera is at; −1 while there is none. */
  readonly at: number;
}

export const EMPTY_HISTORY: History = { entries: [], at: -1 };

export const entryAt = ({ entries, at }: History): Pose | null => entries[at] ?? null;

export const canStep = ({ entries, at }: History, by: 1 | -1): boolean => at + by >= 0 && at + by < entries.length;

/** Throws a RangeError where there is no entry to step to. */
export function stepped(history: History, by: 1 | -1): History {
  if (!canStep(history, by)) throw new RangeError('The camera history ends here.');
  return { ...history, at: history.at + by };
}

/** Position and orthographic height in metres and the axes as unit vectors, each under the threshold of specification §9. */
function isSame(a: Pose, b: Pose): boolean {
  const pairs = [
    [a.position, b.position],
    [a.direction, b.direction],
    [a.up, b.up],
  ] as const;
  const isSameHeight =
    a.orthoHeightM === b.orthoHeightM || Math.abs(a.orthoHeightM! - b.orthoHeightM!) < CAMERA_HISTORY.leastMove;
  return isSameHeight && pairs.every(([from, to]) => distance(from, to) < CAMERA_HISTORY.leastMove);
}

/** The history after a move to `pose`; the same object when that is the current entry. Beyond the limit the oldest entries are dropped. */
export function added(history: History, pose: Pose): History {
  const here = entryAt(history);
  if (here && isSame(here, pose)) return history;
  const entries = [...history.entries.slice(0, history.at + 1), pose].slice(-CAMERA_HISTORY.entriesAtMost);
  return { entries, at: entries.length - 1 };
}
