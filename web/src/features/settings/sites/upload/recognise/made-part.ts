import type { UploadPart } from '@overlook/shared/schemas';
import { below, type DroppedFile } from './dropped-file.ts';
import { bytesOf, type FoundPart, type PartKind, type PartNote } from './found-part.ts';

interface PartOptions {
  readonly folder: string;
  readonly place?: string;
  readonly layers: readonly UploadPart[];
  readonly content?: string | null;
  readonly notes?: readonly PartNote[];
}

/** A part of these files, whose paths become those below `folder`. */
export function partOf(
  kind: PartKind,
  files: readonly DroppedFile[],
  { folder, place, layers, content = null, notes = [] }: PartOptions,
): FoundPart {
  const shown = place ?? (files.length === 1 ? files[0]!.path : folder);
  return {
    id: `${kind} ${shown}`,
    kind,
    place: shown,
    files: files.map(({ path, file }) => ({ path: below(folder, path), file })),
    bytes: bytesOf(files),
    layers,
    content,
    points: null,
    notes,
  };
}
