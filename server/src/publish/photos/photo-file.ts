import type { PictureHeader } from '../../storage/photo-pictures.ts';
import type { PhotoRow } from './photo-table.ts';
import type { PhotoTags } from './photo-tags.ts';

/** A picture file that is to be described. */
export interface PhotoFile {
  /** Its path below the folder that is imported. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly header: PictureHeader;
  readonly tags: PhotoTags;
  /** Its row of the table. */
  readonly row: PhotoRow | null;
}
