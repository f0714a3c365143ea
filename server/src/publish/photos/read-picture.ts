import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { NAME_LONGEST, PHOTO_IMPORT, type PhotoHeightType } from '@overlook/shared/config';
import type { Lla } from '@overlook/shared/maths';
import type { PhotoDetail } from '@overlook/shared/schemas';
import { makePhotoPictures, photoFormatOf, pictureHeader } from '../../storage/photo-pictures.ts';
import type { CloudPicture } from '../points/beside/beside-points.ts';
import { pictureLens, type PictureLens } from './picture-lens.ts';
import { outcomeOf, type PhotoOutcome, syncAll } from './read-photo.ts';
import { redrawPicture } from './redraw-picture.ts';
import type { DescribedPhoto } from './register-photos.ts';

const DESCRIPTION_LONGEST = 2000;

/**
 * Reads a picture of a point file and stores it as the folder `filename` within `folder`, as `readPhoto` does. Place, direction and lens are those of the point file;
 * a picture whose pixels no camera of a photo has is drawn anew. Throws only for faults of the disk.
 */
export function readPicture(
  picture: CloudPicture,
  { folder, filename, origin }: { folder: string; filename: string; origin: Lla },
): Promise<PhotoOutcome> {
  const photoFolder = path.join(folder, filename);
  return outcomeOf(photoFolder, picture.path, async () => {
    const found = await photoFormatOf(picture.path);
    const { widthPx, heightPx, orientation } = await pictureHeader(picture.path, found);
    const isOnSide = orientation >= 5;
    const stored = isOnSide ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx };
    const lens = pictureLens(picture.projection, picture.stated, stored);
    // The point file describes the pixels as they are stored.
    const isTurned = picture.projection.kind !== 'visual' && orientation !== 1;
    const isRedrawn = lens.redraw !== null || isTurned;
    const native = path.join(photoFolder, `native.${isRedrawn ? 'jpg' : found.ending}`);
    if (isRedrawn) await redrawPicture(picture.path, native, lens.redraw, stored);
    else await copyFile(picture.path, native);
    const format = isRedrawn ? await photoFormatOf(native) : found;
    const isPanorama = lens.projection === 'equirectangular';
    const pictures = await makePhotoPictures(native, photoFolder, { format, isPanorama });
    await syncAll(photoFolder);
    const described = describePicture(picture, lens, {
      origin,
      widthPx: pictures.widthPx,
      heightPx: pictures.heightPx,
    });
    return {
      kind: 'stored',
      photo: { filename, imageHash: await hashOf(native), described, ...pictures },
      doubts: [],
    };
  });
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function describePicture(
  picture: CloudPicture,
  { projection, hfovDeg, crop }: PictureLens,
  size: { origin: Lla; widthPx: number; heightPx: number },
): DescribedPhoto {
  const { name, title, description, source, place, heights, angles, camera, takenAt } = picture;
  const isPanorama = projection === 'equirectangular';
  return {
    name: (title || name).slice(0, NAME_LONGEST),
    description: description.slice(0, DESCRIPTION_LONGEST),
    heightType: isPanorama ? 'panosphere' : typeByHeight(place, size.origin),
    position: place,
    projection,
    headingDeg: angles?.headingDeg ?? null,
    pitchDeg: angles?.pitchDeg ?? null,
    rollDeg: angles?.rollDeg ?? null,
    anglesSource: angles ? 'scan' : 'assumed',
    hfovDeg,
    crop,
    isPoseMeasured: angles !== null && (isPanorama || hfovDeg !== null),
    accuracyM: null,
    altitudeSource: heights,
    takenAt,
    hasZone: takenAt !== null,
    camera: camera.slice(0, NAME_LONGEST),
    sourceName: `${source}/${name}`,
    details: detailsOf(picture, size),
  };
}

const typeByHeight = ({ height }: Lla, origin: Lla): PhotoHeightType =>
  height - origin.height >= PHOTO_IMPORT.airborneFromM ? 'airborne' : 'ground';

function detailsOf(
  { source, scan, angles }: CloudPicture,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): PhotoDetail[] {
  const lines: [label: string, value: string][] = [
    ['File', source],
    ['Size', `${widthPx} × ${heightPx} px`],
    ['Scan', scan],
    ['Position', 'From the point cloud'],
    ['Direction', angles ? 'From the point cloud' : ''],
  ];
  return lines.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]));
}
