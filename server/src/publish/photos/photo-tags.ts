import ExifReader from 'exifreader';
import { epsgCodesIn, type VerticalSystem } from '@overlook/shared/crs';
import { type LensTags, lensTags } from './photo-lens.ts';
import { type AngleTags, angleTags } from './photo-angles.ts';
import { type TimeTags, timeTags } from './photo-time.ts';
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

const LONGEST_TEXT = 200;

/** The metadata of a picture; of damaged metadata, the readable part. `bytes` is the beginning of the file. */
export function readPhotoTags(bytes: Uint8Array): PhotoTags {
  const tags = readerOf(bytes);
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

type Groups = Record<'exif' | 'xmp', Record<string, { value?: unknown; computed?: unknown }> | undefined>;

function readerOf(bytes: Uint8Array): TagReader {
  let groups: Partial<Groups> = {};
  try {
    const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const options = { expanded: true, computed: true, includeTags: { exif: true, xmp: true } } as const;
    // The library types each tag by its name; a tag of a file can hold anything, so it is read as unknown.
    groups = ExifReader.load(copy, options) as unknown as Groups;
  } catch {
    // A picture with damaged metadata counts as one without.
  }
  const exif = (name: string): unknown => {
    const { value, computed } = groups.exif?.[name] ?? {};
    // One fraction, which the reader has as two numbers; 0/0 means no value.
    if ((typeof computed === 'number' || computed === null) && Array.isArray(value)) return fractionOf(value);
    return Array.isArray(value) ? value.map((one) => (Array.isArray(one) ? fractionOf(one) : one)) : value;
  };
  const xmp = (name: string): unknown => groups.xmp?.[name]?.value;
  return {
    number: (name) => finite([exif(name)].flat()[0]) ?? numberOf(xmp(name)),
    numbers(name) {
      const all = [exif(name)].flat().map(finite);
      return all.some((one) => one !== null) ? all : null;
    },
    text: (name) => plainText([exif(name)].flat()[0]) || plainText(xmp(name)),
    xmpNumber: (name) => numberOf(xmp(name)),
    xmpText: (name) => plainText(xmp(name)),
  };
}

const finite = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

const fractionOf = ([above, below = 1]: readonly unknown[]): number => Number(above) / Number(below);

/** XMP writes numbers as text: `+45.00`, or as a fraction. */
function numberOf(value: unknown): number | null {
  const match = typeof value === 'string' ? /^\s*([+-]?\d+(?:\.\d*)?)(?:\/(\d+))?\s*$/.exec(value) : null;
  return match ? finite(Number(match[1]) / Number(match[2] ?? 1)) : null;
}

function plainText(value: unknown): string {
  if (typeof value !== 'string') return '';
  // Cameras fill fields with zeros.
  return value
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT);
}

/** Models often begin with their maker. */
function cameraName(make: string, model: string): string {
  const isNamed = model.toLowerCase().startsWith(make.toLowerCase());
  return (isNamed ? model : `${make} ${model}`).trim().slice(0, LONGEST_TEXT);
}

function positionTags(tags: TagReader): PositionTags {
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
