import { NAME_LONGEST, PHOTO_IMPORT, type PhotoHeightType } from '@overlook/shared/config';
import { PictureRefusedError } from '../../storage/photo-pictures.ts';
import { cropOf, normalizedDeg, uprightAngles } from './photo-angles.ts';
import { photoDetails } from './photo-details.ts';
import { hfovDegOf, isLensOfPart } from './photo-lens.ts';
import type { PhotoRow } from './photo-table.ts';
import type { PhotoTags } from './photo-tags.ts';
import { type PhotoPlace, type PlaceContext, type PlaceRules, placePhoto } from './place-photo.ts';
import type { DescribedPhoto } from './register-photos.ts';
import type { PhotoFile } from './photo-file.ts';
import type { SeaSurfaces } from './sea-surfaces.ts';

/**
 * All stored data of a photo, from its file and its row of the table, which has priority. Angles and field of view are
 * those of the upright picture. Throws `PictureRefusedError` for one that cannot be placed.
 */
export function describePhoto(file: PhotoFile, rules: PlaceContext): DescribedPhoto {
  const { name, header, tags, row } = file;
  const place = placePhoto(tags.position, row, rules);
  const isPanorama = isPanoramaOf(file);
  const heightType = row?.type ?? (isPanorama ? 'panosphere' : typeByRule(tags, place, rules));
  const angles = anglesOfPhoto(file, isPanorama);
  const { anglesSource } = angles;
  const hfovDeg = isPanorama ? null : (row?.hfov ?? hfovDegOf(tags.lens, header));
  const { takenAt, hasZone } = tags.time;
  return {
    name: name.slice(name.lastIndexOf('/') + 1).slice(-NAME_LONGEST),
    takenBy: tags.takenBy,
    heightType,
    ...place,
    projection: isPanorama ? 'equirectangular' : 'perspective',
    ...angles,
    hfovDeg,
    crop: isPanorama && tags.angles.panorama ? cropOf(tags.angles.panorama, header.widthPx, header.heightPx) : null,
    isPoseMeasured:
      anglesSource !== 'assumed' && (isPanorama || hfovDeg !== null) && place.altitudeSource !== 'assumed',
    accuracyM: row?.longitude === undefined && row?.x === undefined ? tags.position.accuracyM : null,
    takenAt,
    hasZone,
    camera: tags.camera,
    sourceName: name,
    details: photoDetails(file, place, angles.headingDeg !== null),
  };
}

/**
 * What had to be assumed about a photo that may be otherwise, and the surface of its heights; one sentence each, to follow the name of
 * the file.
 */
export function photoDoubts({ header, tags, row }: PhotoFile, surfaces: SeaSurfaces): string[] {
  const isPlacedByFile = row?.longitude === undefined && row?.x === undefined;
  const { withoutSide } = tags.position;
  const hasDoubtfulShape = row?.type === undefined && isTwiceAsWide(header) && isLensOfPart(tags.lens);
  const { vertical } = tags.position;
  const surfaceNote = vertical && surfaces.noteOn(vertical);
  return [
    ...(surfaceNote ? [surfaceNote] : []),
    ...(isPlacedByFile && withoutSide.length > 0
      ? [
          `not stated: whether the place is ${withoutSide.map((axis) => (axis === 'latitude' ? 'north or south' : 'east or west')).join(', ')}. It is placed on the side of the site.`,
        ]
      : []),
    ...(hasDoubtfulShape && tags.angles.panorama === null
      ? [
          'twice as wide as high, but with a focal length: it counts as a photo. Where it is a panosphere, give its type in a table.',
        ]
      : []),
    ...(tags.angles.isPitchDoubtful && row?.pitch === undefined && !isPanoramaOf({ header, tags, row })
      ? [
          'a negative pitch in the Camera namespace, of a maker whose sign is not known. It is read as one from straight down, as that namespace says; where it is from the horizon, give heading, pitch and roll in a table.',
        ]
      : []),
  ];
}

const isTwiceAsWide = ({ widthPx, heightPx }: PhotoFile['header']): boolean =>
  Math.abs(widthPx / heightPx / 2 - 1) <= PHOTO_IMPORT.panoramaTolerance;

/**
 * Whether the pixels are those of a sphere. Throws `PictureRefusedError` where the table declares another picture as
 * one.
 */
export function isPanoramaOf({ header, tags, row }: Pick<PhotoFile, 'header' | 'tags' | 'row'>): boolean {
  const { panorama } = tags.angles;
  const canBe = panorama === null ? isTwiceAsWide(header) : panorama.isEquirectangular;
  if (row?.type === 'panosphere' && !canBe)
    throw new PictureRefusedError(
      `is a panosphere by the table, but is ${header.widthPx} × ${header.heightPx} pixels: it has to be twice as wide as high, or to have GPano properties.`,
    );
  if (row?.type !== undefined) return canBe && row.type === 'panosphere';
  return canBe && (panorama !== null || !isLensOfPart(tags.lens));
}

function typeByRule({ angles, position }: PhotoTags, place: PhotoPlace, { origin }: PlaceRules): PhotoHeightType {
  const isHigh =
    place.altitudeSource !== 'assumed' && place.position.height - origin.height >= PHOTO_IMPORT.airborneFromM;
  return angles.body !== null || (position.aboveStartM ?? 0) >= PHOTO_IMPORT.airborneFromM || isHigh
    ? 'airborne'
    : 'ground';
}

interface DescribedAngles {
  readonly headingDeg: number | null;
  readonly pitchDeg: number | null;
  readonly rollDeg: number | null;
  readonly anglesSource: 'table' | 'file' | 'assumed';
}

/**
 * Angles by the table, the gimbal or GPano, else the compass. Without a heading there is the tilt alone, where both of its angles
 * are stated.
 */
function anglesOfPhoto({ header, tags, row }: PhotoFile, isPanorama: boolean): DescribedAngles {
  const { body, compass, panorama } = tags.angles;
  const own = isPanorama ? panorama : body && uprightAngles(body, header.orientation);
  const headingDeg = row?.heading ?? own?.headingDeg ?? compass?.headingDeg ?? null;
  const pitchDeg = row?.pitch ?? own?.pitchDeg ?? null;
  const rollDeg = row?.roll ?? own?.rollDeg ?? null;
  const hasTilt = pitchDeg !== null && rollDeg !== null;
  if (headingDeg === null)
    return hasTilt
      ? { headingDeg, pitchDeg, rollDeg, anglesSource: 'assumed' }
      : { headingDeg, pitchDeg: null, rollDeg: null, anglesSource: 'assumed' };
  const isTrueNorth = row?.heading !== undefined || own?.headingDeg != null || compass?.isMagnetic === false;
  const anglesSource = isTrueNorth && hasTilt ? (isOfTable(row) ? 'table' : 'file') : 'assumed';
  return { headingDeg: normalizedDeg(headingDeg), pitchDeg: pitchDeg ?? 0, rollDeg: rollDeg ?? 0, anglesSource };
}

const isOfTable = (row: PhotoRow | null): boolean =>
  row?.heading !== undefined && row.pitch !== undefined && row.roll !== undefined;
