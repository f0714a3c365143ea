import { ImportRefusedError } from '../../errors/import-refused.ts';
import type { GridFolders } from '../../pointclouds/crs/grids/grid-folders.ts';
import { runLimited, type LimitedProcessOptions, ProcessEndedError } from '../../process/limited-process.ts';
import type { CloudPicture } from '../points/beside/beside-points.ts';
import type { FoundPhoto } from './find-photos.ts';
import type { PhotoRow } from './photo-table.ts';
import type { PlaceRules } from './place-photo.ts';
import type { PhotoOutcome } from './read-photo.ts';

/** A photo to be read, and the name that it gets. */
export interface PhotoToRead {
  readonly found: FoundPhoto;
  readonly row: PhotoRow | null;
  readonly filename: string;
  /** Of a point file, whose statements count in place of those of the picture's own file; absent for a photo. */
  readonly picture?: CloudPicture;
}

export interface PhotosRequest {
  readonly photos: readonly PhotoToRead[];
  /** Where they are stored. */
  readonly folder: string;
  readonly atOnce: number;
  readonly rules: PlaceRules & { readonly known: readonly string[]; readonly gridFolders: GridFolders };
}

/** A photo that was begun; with its outcome it is finished. */
export interface PhotosProgress {
  readonly name: string;
  readonly outcome: PhotoOutcome | null;
}

/**
 * Reads photos in a limited process and calls back with the outcome of each. Where a photo crashes the process, that
 * photo is refused, and another process continues with the others. Throws errors of the disk, and the signal's reason
 * when aborted.
 */
export async function readInProcess(
  request: PhotosRequest,
  onOutcome: (photo: PhotoToRead, outcome: PhotoOutcome) => void,
  options: Omit<LimitedProcessOptions<never>, 'onProgress'>,
): Promise<void> {
  const left = new Map(request.photos.map((photo) => [photo.found.name, photo]));
  const begun = new Set<string>();
  const known = new Set(request.rules.known);
  const settle = (name: string, outcome: PhotoOutcome) => {
    const photo = left.get(name)!;
    left.delete(name);
    if (outcome.kind === 'stored') known.add(outcome.photo.imageHash);
    onOutcome(photo, outcome);
  };
  const onProgress = ({ name, outcome }: PhotosProgress) => {
    if (outcome) settle(name, outcome);
    else begun.add(name);
  };
  const worker = { worker: 'photos-worker', base: import.meta.url };
  let { atOnce } = request;
  while (left.size > 0) {
    begun.clear();
    const rules = { ...request.rules, known: [...known] };
    // After a crash the photos that were being read are read one by one, so that the cause is known.
    const photos = [...left.values()];
    try {
      await runLimited<null, PhotosProgress>(worker, { ...request, photos, atOnce, rules }, { ...options, onProgress });
      return;
    } catch (error) {
      const broken = [...begun].filter((name) => left.has(name));
      if (!(error instanceof ProcessEndedError)) throw error;
      if (broken.length === 0)
        throw new ImportRefusedError(photos[0]!.found.name, '', endedReason(error, options.memoryMb));
      if (broken.length === 1) settle(broken[0]!, { kind: 'refused', reason: endedReason(error, options.memoryMb) });
      atOnce = broken.length === 1 ? request.atOnce : 1;
    }
  }
}

const endedReason = ({ wasSilent }: ProcessEndedError, memoryMb: number): string =>
  wasSilent
    ? 'was not read: its reader reported nothing for a quarter of an hour.'
    : `needs more than ${memoryMb} MB of memory to be read, or broke its reader. Make it smaller, or raise CONVERT_MEMORY_MB.`;
