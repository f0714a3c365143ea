import { LONGEST_TEXT, openTags, type PositionTags, positionTags } from '@overlook/shared/photo-tags';
import { type LensTags, lensTags } from './photo-lens.ts';
import { type AngleTags, angleTags } from './photo-angles.ts';
import { type TimeTags, timeTags } from './photo-time.ts';

/** The metadata of a photo in uniform units. */
export interface PhotoTags {
  readonly position: PositionTags;
  readonly lens: LensTags;
  readonly angles: AngleTags;
  readonly time: TimeTags;
  readonly camera: string;
  readonly takenBy: string;
  readonly exposure: { lens: string; seconds: number | null; fNumber: number | null; iso: number | null };
}

/** The metadata of a picture; of damaged metadata, the readable part. `bytes` is the beginning of the file. */
export function readPhotoTags(bytes: Uint8Array): PhotoTags {
  const tags = openTags(bytes);
  return {
    position: positionTags(tags),
    lens: lensTags(tags),
    angles: angleTags(tags),
    time: timeTags(tags),
    camera: cameraName(tags.text('Make'), tags.text('Model')),
    takenBy: tags.text('Artist'),
    exposure: {
      lens: tags.text('LensModel'),
      seconds: tags.number('ExposureTime'),
      fNumber: tags.number('FNumber'),
      iso: tags.number('ISOSpeedRatings') ?? tags.number('PhotographicSensitivity'),
    },
  };
}

/** Models often begin with their maker. */
function cameraName(make: string, model: string): string {
  const isNamed = model.toLowerCase().startsWith(make.toLowerCase());
  return (isNamed ? model : `${make} ${model}`).trim().slice(0, LONGEST_TEXT);
}
