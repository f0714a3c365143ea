import type { UploadPart } from '@overlook/shared/schemas';
import type { PartFile } from './dropped-file.ts';
import type { PointFacts } from './point-facts.ts';

/** What a part is by its files. */
export type PartKind = 'tileset' | 'archive' | 'points' | 'cad' | 'properties' | 'photos' | 'photoTable' | 'other';

/** Something to know of a part before it is sent. `assumed`: the files do not say it; `missing`: something will not be there. */
export interface PartNote {
  readonly tone: 'assumed' | 'missing';
  readonly text: string;
  /** The option that answers it: it is not shown once that is given. */
  readonly answeredBy?: 'place' | 'altitudes';
}

/** Files that belong together. */
export interface FoundPart {
  /** The same for the same files. */
  readonly id: string;
  readonly kind: PartKind;
  /** Below the dropped folder: of the part's folder, or its file. */
  readonly place: string;
  readonly files: readonly PartFile[];
  readonly bytes: number;
  /** The layers that it may become, the likely one first; none where it is not recognised. */
  readonly layers: readonly UploadPart[];
  /** What is in it, like "41.2 million points"; null where only an import shows it. */
  readonly content: string | null;
  /** Of point clouds. */
  readonly points: PointFacts | null;
  readonly notes: readonly PartNote[];
}

/** Adds up without a call that has an argument for each file. */
export const bytesOf = (files: readonly { readonly file: File }[]): number =>
  files.reduce((sum, { file }) => sum + file.size, 0);
