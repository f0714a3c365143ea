import { NAME_LONGEST, PHOTO_IMPORT, type PhotoHeightType } from '@overlook/shared/config';
import type { PhotoAngles } from '@overlook/shared/maths';
import { type PictureHeader, PictureRefusedError } from '../../files/photo-pictures.ts';
import { cropOf, normalizedDeg, uprightAngles } from './photo-angles.ts';
import { photoDetails } from './photo-details.ts';
import { hfovDegOf } from './photo-lens.ts';
import type { PhotoRow } from './photo-table.ts';
import type { PhotoTags } from './photo-tags.ts';
import { type PhotoPlace, type PlaceRules, placePhoto } from './place-photo.ts';
import type { DescribedPhoto } from './register-photos.ts';

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

/**
 * All stored data of a photo, from its file and its row of the table, which has priority. Angles and field of view are
 * those of the upright picture. Throws `PictureRefusedError` for one that cannot be placed.
 */
export function describePhoto(file: PhotoFile, rules: PlaceRules): DescribedPhoto {
  const { name, header, tags, row } = file;
  const place = placePhoto(tags.position, row, rules);
  const isPanorama = isPanoramaOf(file);
  const heightType = row?.type ?? (isPanorama ? 'panosphere' : typeByRule(tags, place, rules));
  const { angles, anglesSource } = anglesOfPhoto(file, isPanorama);
  const hfovDeg = isPanorama ? null : (row?.hfov ?? hfovDegOf(tags.lens, header));
  const { takenAt, hasZone } = tags.time;
  return {
    name: name.slice(name.lastIndexOf('/') + 1).slice(-NAME_LONGEST),
    takenBy: tags.takenBy,
    heightType,
    ...place,
    projection: isPanorama ? 'equirectangular' : 'perspective',
    headingDeg: angles?.headingDeg ?? null,
    pitchDeg: angles?.pitchDeg ?? null,
    rollDeg: angles?.rollDeg ?? null,
    anglesSource,
    hfovDeg,
    crop: isPanorama && tags.angles.panorama ? cropOf(tags.angles.panorama, header.widthPx, header.heightPx) : null,
    isPoseMeasured:
      anglesSource !== 'assumed' && (isPanorama || hfovDeg !== null) && place.altitudeSource !== 'assumed',
    accuracyM: row?.longitude === undefined && row?.x === undefined ? tags.position.accuracyM : null,
    takenAt,
    hasZone,
    camera: tags.camera,
    sourceName: name,
    details: photoDetails(file, place, angles !== null),
  };
}

/**
 * Whether the pixels are those of a sphere. Throws `PictureRefusedError` where the table declares another picture as
 * one.
 */
export function isPanoramaOf({ header, tags, row }: Pick<PhotoFile, 'header' | 'tags' | 'row'>): boolean {
  const { panorama } = tags.angles;
  const isWhole =
    Math.abs(header.widthPx / header.heightPx / 2 - 1) <= PHOTO_IMPORT.panoramaTolerance && panorama === null;
  const canBe = isWhole || panorama?.isEquirectangular === true;
  if (row?.type === 'panosphere' && !canBe)
    throw new PictureRefusedError(
      `is a panosphere by the table, but is ${header.widthPx} × ${header.heightPx} pixels: it has to be twice as wide as high, or to have GPano properties.`,
    );
  return canBe && (row?.type === undefined || row.type === 'panosphere');
}

function typeByRule({ angles, position }: PhotoTags, place: PhotoPlace, { origin }: PlaceRules): PhotoHeightType {
  const isHigh =
    place.altitudeSource !== 'assumed' && place.position.height - origin.height >= PHOTO_IMPORT.airborneFromM;
  return angles.body !== null || (position.aboveStartM ?? 0) >= PHOTO_IMPORT.airborneFromM || isHigh
    ? 'airborne'
    : 'ground';
}

/** Angles by the table, the gimbal or GPano, else the compass; null where no source has the heading. */
function anglesOfPhoto(
  { header, tags, row }: PhotoFile,
  isPanorama: boolean,
): { angles: PhotoAngles | null; anglesSource: 'table' | 'file' | 'assumed' } {
  const { body, compass, panorama } = tags.angles;
  const upright = body && uprightAngles(body, header.orientation);
  const own: Partial<PhotoAngles> = isPanorama
    ? partial(panorama?.headingDeg, panorama?.pitchDeg, panorama?.rollDeg)
    : partial(upright?.headingDeg, upright?.pitchDeg, upright?.rollDeg);
  const headingDeg = row?.heading ?? own.headingDeg ?? compass?.headingDeg;
  if (headingDeg === undefined) return { angles: null, anglesSource: 'assumed' };
  const [pitchDeg, rollDeg] = [row?.pitch ?? own.pitchDeg, row?.roll ?? own.rollDeg];
  const isTrueNorth = row?.heading !== undefined || own.headingDeg !== undefined || compass?.isMagnetic === false;
  return {
    angles: { headingDeg: normalizedDeg(headingDeg), pitchDeg: pitchDeg ?? 0, rollDeg: rollDeg ?? 0 },
    anglesSource:
      isTrueNorth && pitchDeg !== undefined && rollDeg !== undefined ? (isOfTable(row) ? 'table' : 'file') : 'assumed',
  };
}

const isOfTable = (row: PhotoRow | null): boolean =>
  row?.heading !== undefined && row.pitch !== undefined && row.roll !== undefined;

function partial(
  headingDeg: number | null | undefined,
  pitchDeg: number | null | undefined,
  rollDeg: number | null | undefined,
): Partial<PhotoAngles> {
  return {
    ...(headingDeg == null ? {} : { headingDeg }),
    ...(pitchDeg == null ? {} : { pitchDeg }),
    ...(rollDeg == null ? {} : { rollDeg }),
  };
}
