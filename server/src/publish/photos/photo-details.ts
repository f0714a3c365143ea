import type { PhotoDetail } from '@overlook/shared/schemas';
import type { PhotoFile } from './photo-file.ts';
import type { PhotoPlace } from './place-photo.ts';

/** The metadata of a photo's file, as lines for its card. */
export function photoDetails(file: PhotoFile, place: PhotoPlace, hasAngles: boolean): PhotoDetail[] {
  const { name, sizeBytes, header, tags } = file;
  const { exposure, lens } = tags;
  const lines: [label: string, value: string | null][] = [
    ['File', name],
    ['Size', `${header.widthPx} × ${header.heightPx} px, ${(sizeBytes / 1e6).toFixed(1)} MB`],
    ['Lens', exposure.lens || null],
    ['Focal length', focalText(lens.focalMm, lens.focal35Mm)],
    ['Exposure', exposure.seconds === null ? null : exposureText(exposure.seconds)],
    ['Aperture', exposure.fNumber === null ? null : `f/${round(exposure.fNumber)}`],
    ['ISO', exposure.iso === null ? null : String(exposure.iso)],
    ['Altitude', altitudeText(file, place)],
    ['Height above start', metres(tags.position.aboveStartM)],
    ['Direction', hasAngles ? directionText(file) : null],
    ['Position', file.row?.longitude !== undefined || file.row?.x !== undefined ? 'From the table of photos' : null],
  ];
  return lines.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

const round = (value: number): string => String(Math.round(value * 100) / 100);
const metres = (value: number | null): string | null => (value === null ? null : `${round(value)} m`);

function focalText(focalMm: number | null, focal35Mm: number | null): string | null {
  if (focalMm === null) return focal35Mm === null ? null : `${round(focal35Mm)} mm (35 mm film)`;
  return focal35Mm === null ? `${round(focalMm)} mm` : `${round(focalMm)} mm (${round(focal35Mm)} mm on 35 mm film)`;
}

const exposureText = (seconds: number): string =>
  seconds > 0 && seconds < 0.5 ? `1/${Math.round(1 / seconds)} s` : `${round(seconds)} s`;

function altitudeText({ row, tags }: PhotoFile, { altitudeSource }: PhotoPlace): string {
  if (altitudeSource === 'local') return 'By the offset from the origin of the site';
  if (altitudeSource === 'assumed') return 'Not known; eye height above the ground of the site';
  const said = round(row?.altitude ?? tags.position.altitude!);
  if (altitudeSource === 'ellipsoidal') return `${said} m above the ellipsoid`;
  const system = row?.altitude === undefined ? tags.position.vertical?.name : undefined;
  return `${said} m above the sea (${system ?? 'EGM96'})`;
}

/** How the direction is known. */
function directionText({ row, tags }: PhotoFile): string {
  const { body, compass, panorama } = tags.angles;
  if (row?.heading !== undefined) return 'From the table of photos';
  if (panorama?.headingDeg != null) return 'From the panorama';
  if (body && body.headingDeg !== null) return 'From the gimbal';
  const north = compass?.isMagnetic ? 'magnetic north, not corrected' : 'true north';
  return `From the compass: ${north}`;
}
