import { epsgCodesIn, type VerticalSystem } from '../crs/index.ts';
import type { TagReader } from './tag-reader.ts';

/** The position that the file states: degrees, metres. */
export interface PositionTags {
  readonly longitude: number | null;
  readonly latitude: number | null;
  /** The coordinates whose side (north or south, east or west) the file does not state; they are positive. */
  readonly withoutSide: readonly ('longitude' | 'latitude')[];
  /** Positive upwards, above the reference of `altitudeDatum`. */
  readonly altitude: number | null;
  /** The reference of the altitude; null where the file does not state it. */
  readonly altitudeDatum: 'ellipsoidal' | 'orthometric' | null;
  /** The system of heights above the sea that the file names; null where it names none. */
  readonly vertical: VerticalSystem | null;
  readonly accuracyM: number | null;
  /** Height above the take-off point of the aircraft, metres. */
  readonly aboveStartM: number | null;
}

/** Where the file says that the picture was taken. */
export function positionTags(tags: TagReader): PositionTags {
  const altitude = tags.number('GPSAltitude');
  const reference = tags.number('GPSAltitudeRef');
  const isBelow = reference === 1 || reference === 3;
  // Receivers with corrections measure above the ellipsoid. References 2 and 3 of EXIF 3 mean sea level; 0 and 1 meant
  // sea level before and mean the ellipsoid now, so they decide nothing.
  const isRtk = /rtk/i.test(tags.xmpText('AltitudeType')) || tags.xmpNumber('RtkFlag') === 50;
  // The Camera namespace names the system of heights: “ellipsoidal”, a code or a name.
  const named = tags.xmpText('VertCS');
  const isEllipsoidal = isRtk || /ellips/i.test(named);
  const vertical = named === '' || isEllipsoidal ? null : { epsg: verticalCodeIn(named), name: named };
  const isSea = reference === 2 || reference === 3 || vertical !== null;
  const errors = ['RtkStdLon', 'RtkStdLat', 'RtkStdHgt'].map(tags.xmpNumber);
  const known = isRtk ? errors.filter((error) => error !== null) : [];
  const longitude = degrees(tags, 'GPSLongitude', 'EW');
  const latitude = degrees(tags, 'GPSLatitude', 'NS');
  return {
    longitude: longitude?.value ?? tags.xmpNumber('GpsLongitude') ?? tags.xmpNumber('GpsLongtitude'),
    latitude: latitude?.value ?? tags.xmpNumber('GpsLatitude'),
    withoutSide: [
      ...(latitude?.hasSide === false ? ['latitude' as const] : []),
      ...(longitude?.hasSide === false ? ['longitude' as const] : []),
    ],
    altitude: altitude === null ? tags.xmpNumber('AbsoluteAltitude') : isBelow ? -Math.abs(altitude) : altitude,
    altitudeDatum: isEllipsoidal ? 'ellipsoidal' : isSea ? 'orthometric' : null,
    vertical,
    accuracyM: known.length > 0 ? Math.max(...known) : tags.number('GPSHPositioningError'),
    aboveStartM: tags.xmpNumber('RelativeAltitude'),
  };
}

/** A code alone, or the last of a system with both. */
function verticalCodeIn(text: string): number | null {
  const codes = epsgCodesIn(text);
  return codes && (codes.vertical ?? codes.horizontal);
}

interface Degrees {
  readonly value: number;
  readonly hasSide: boolean;
}

/** A coordinate of EXIF, else of XMP; `sides` are the letters of its positive and its negative side. */
function degrees(tags: TagReader, name: string, sides: string): Degrees | null {
  const size = sizeOf(tags.numbers(name) ?? []);
  if (size === null) return xmpDegrees(tags.xmpText(name), sides);
  const side = tags.text(`${name}Ref`).charAt(0).toUpperCase();
  return { value: side === sides[1] ? -size : size, hasSide: side !== '' && sides.includes(side) };
}

/** Degrees, minutes and seconds as one number. Parts after a fraction may be absent: they are in it. */
function sizeOf(parts: readonly (number | null)[]): number | null {
  const firstAbsent = parts.indexOf(null);
  const stated = (firstAbsent < 0 ? parts : parts.slice(0, firstAbsent)) as readonly number[];
  if (stated.length === 0 || parts.length > 3) return null;
  if (firstAbsent >= 0 && Number.isInteger(stated.at(-1))) return null;
  return stated.reduce((sum, part, i) => sum + part / 60 ** i, 0);
}

/** A coordinate of XMP: `50,6,39.24N`, `50,6.654N` or a plain number. */
function xmpDegrees(text: string, sides: string): Degrees | null {
  const match = /^([+-]?[\d.]+)(?:,([\d.]+))?(?:,([\d.]+))?\s*([NSEW])?$/i.exec(text);
  if (!match) return null;
  const parts = match.slice(1, 4).flatMap((part) => (part === undefined ? [] : Number(part)));
  const side = match[4]?.toUpperCase() ?? '';
  const size = parts.every(Number.isFinite) ? sizeOf(parts.map(Math.abs)) : null;
  if (size === null) return null;
  const isNegative = side === sides[1] || text.startsWith('-');
  return { value: isNegative ? -size : size, hasSide: sides.includes(side) || /^[+-]/.test(text) };
}
