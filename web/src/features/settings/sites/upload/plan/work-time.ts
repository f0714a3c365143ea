import type { UploadOptions } from '@overlook/shared/schemas';
import type { PlannedPart } from '../recognise/assign-layers.ts';

/**
 * What an import takes on two cores without other work, from the figures of docs/performance.md, "Work of an import". Models of one size
 * differ by their number of objects, and photos by their compression: such a forecast may be wrong by half.
 */
const WORK = {
  secondsAnImport: 2,
  secondsAPoint: 1.9e-6,
  secondsAByte: { tiles: 3e-7, models: 6e-7, photos: 5e-8 },
} as const;

/** Seconds that the import of a plan will take about; null where a part is of a kind or content of which that is not known. */
export function workSeconds(planned: readonly PlannedPart[], { part: isPart }: Pick<UploadOptions, 'part'>) {
  const seconds = planned.filter(({ isChosen }) => isChosen).map((one) => secondsOf(one, isPart === true));
  if (seconds.length === 0 || seconds.some((one) => one === null)) return null;
  return seconds.reduce<number>((sum, one) => sum + one!, WORK.secondsAnImport);
}

function secondsOf({ part }: PlannedPart, isPart: boolean): number | null {
  const { secondsAPoint, secondsAByte } = WORK;
  switch (part.kind) {
    case 'points':
      // Of a part nobody knows here how many points the capture before has.
      return isPart || !part.points?.points ? null : part.points.points * secondsAPoint;
    case 'tileset':
    case 'archive':
      return part.bytes * secondsAByte.tiles;
    case 'cad':
      return part.bytes * secondsAByte.models;
    case 'photos':
      return part.bytes * secondsAByte.photos;
    case 'photoTable':
      return 0;
    default:
      return null;
  }
}
