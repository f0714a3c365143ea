import type { XmlElement } from '../../xml/index.ts';
import { offsetOf, valueOf } from './e57-fields.ts';
import { type E57Pose, poseOf } from './e57-pose.ts';
import { instantOf } from './e57-time.ts';

/**
 * How the pixels of a picture lie around its camera (ASTM E2807-11 §8.4.5). A pinhole looks along its −z axis, x right, y up; the
 * middle column of a sphere or a cylinder looks along x, with z up. Sizes of pixels are those of a picture of `stated` size.
 */
export type E57Projection =
  | { readonly kind: 'visual' }
  | {
      readonly kind: 'pinhole';
      readonly focalM: number;
      readonly pixelWidthM: number;
      readonly pixelHeightM: number;
      /** Null where it is not stated. */
      readonly principalPx: readonly [x: number, y: number] | null;
    }
  | { readonly kind: 'spherical'; readonly pixelWidthRad: number; readonly pixelHeightRad: number }
  | {
      readonly kind: 'cylindrical';
      readonly radiusM: number;
      readonly pixelWidthRad: number;
      readonly pixelHeightM: number;
      readonly principalYPx: number | null;
    };

/** A picture ("Image2D") of the file. */
export interface E57Image {
  /** For messages: “picture 3 (Hall)”. */
  readonly name: string;
  /** As the file has them; empty where it has none. */
  readonly title: string;
  readonly description: string;
  readonly scanGuid: string;
  /** Maker and model of the camera. */
  readonly camera: string;
  readonly takenAt: Date | null;
  /** Null where the file states none. */
  readonly pose: E57Pose | null;
  readonly projection: E57Projection;
  /** Pixels, as stated; null where they are not. */
  readonly stated: { readonly widthPx: number; readonly heightPx: number } | null;
  readonly blob: E57Blob;
}

/** Bytes in a section of their own; the offset is physical. */
export interface E57Blob {
  readonly offset: bigint;
  readonly bytes: number;
  readonly ending: 'jpg' | 'png';
}

export interface E57Images {
  /** All of the file, also those that are not among the following. */
  readonly count: number;
  readonly images: readonly E57Image[];
  /** Pictures that cannot be read, by name, with a sentence each. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

/** Pictures of one file; others are left out. */
const IMAGES_MOST = 10_000;

/** The pictures that the XML of a file names. A picture that cannot be read stops nothing. */
export function imagesOf(root: XmlElement): E57Images {
  const elements = root.all('images2D', 'vectorChild');
  const images: E57Image[] = [];
  const refused: { name: string; reason: string }[] = [];
  for (const [index, element] of elements.slice(0, IMAGES_MOST).entries()) {
    const title = element.textOf('name').replaceAll(/\s+/g, ' ');
    const name = title === '' ? `picture ${index + 1}` : `picture ${index + 1} (${title})`;
    const image = imageOf(element, { name, title });
    if (typeof image === 'string') refused.push({ name, reason: image });
    else images.push(image);
  }
  if (elements.length > IMAGES_MOST)
    refused.push({
      name: `pictures from ${IMAGES_MOST + 1} on`,
      reason: `The file has ${elements.length} pictures; ${IMAGES_MOST} are read.`,
    });
  return { count: elements.length, images, refused };
}

/** From the one that says most of a picture to the one that says least. */
const REPRESENTATIONS = [
  ['pinholeRepresentation', pinholeOf],
  ['sphericalRepresentation', sphericalOf],
  ['cylindricalRepresentation', cylindricalOf],
  ['visualReferenceRepresentation', (): E57Projection => ({ kind: 'visual' })],
] as const;

function imageOf(element: XmlElement, { name, title }: Pick<E57Image, 'name' | 'title'>): E57Image | string {
  const pose = poseOf(element.first('pose'));
  if (typeof pose === 'string') return pose;
  for (const [representation, projectionOf] of REPRESENTATIONS) {
    const found = element.first(representation);
    const blob = found && blobOf(found);
    if (!blob) continue;
    const projection = projectionOf(found);
    if (typeof blob === 'string') return blob;
    if (typeof projection === 'string') return projection;
    return {
      name,
      title,
      description: element.textOf('description'),
      scanGuid: element.textOf('associatedData3DGuid'),
      camera: [element.textOf('sensorVendor'), element.textOf('sensorModel')].filter(Boolean).join(' '),
      takenAt: instantOf(element.first('acquisitionDateTime')),
      pose,
      projection,
      stated: sizeOf(found),
      blob,
    };
  }
  return 'It has no picture in JPEG or PNG.';
}

/** Returns a sentence for one that is empty or larger than numbers can say; null where there is none. */
function blobOf(representation: XmlElement): E57Blob | string | null {
  for (const [name, ending] of [
    ['jpegImage', 'jpg'],
    ['pngImage', 'png'],
  ] as const) {
    const element = representation.first(name);
    if (!element) continue;
    const bytes = Number(element.attributes['length']);
    if (!Number.isSafeInteger(bytes) || bytes <= 0) return `It claims ${element.attributes['length'] ?? 'no'} bytes.`;
    return { offset: offsetOf(element), bytes, ending };
  }
  return null;
}

function sizeOf(representation: XmlElement): E57Image['stated'] {
  const [widthPx, heightPx] = [of(representation, 'imageWidth'), of(representation, 'imageHeight')];
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null;
}

/** NaN where it is not stated. */
const of = (representation: XmlElement, name: string): number => valueOf(representation.first(name)) ?? NaN;

const arePositive = (...values: readonly number[]): boolean =>
  values.every((value) => Number.isFinite(value) && value > 0);

const NO_LENS = 'Its lens has values that are missing or no positive numbers.';

function pinholeOf(element: XmlElement): E57Projection | string {
  const [focalM, pixelWidthM, pixelHeightM] = [
    of(element, 'focalLength'),
    of(element, 'pixelWidth'),
    of(element, 'pixelHeight'),
  ];
  if (!arePositive(focalM, pixelWidthM, pixelHeightM)) return NO_LENS;
  const [x, y] = [of(element, 'principalPointX'), of(element, 'principalPointY')];
  const isStated = Number.isFinite(x) && Number.isFinite(y);
  return { kind: 'pinhole', focalM, pixelWidthM, pixelHeightM, principalPx: isStated ? [x, y] : null };
}

function sphericalOf(element: XmlElement): E57Projection | string {
  const [pixelWidthRad, pixelHeightRad] = [of(element, 'pixelWidth'), of(element, 'pixelHeight')];
  return arePositive(pixelWidthRad, pixelHeightRad) ? { kind: 'spherical', pixelWidthRad, pixelHeightRad } : NO_LENS;
}

function cylindricalOf(element: XmlElement): E57Projection | string {
  const [radiusM, pixelWidthRad, pixelHeightM] = [
    of(element, 'radius'),
    of(element, 'pixelWidth'),
    of(element, 'pixelHeight'),
  ];
  if (!arePositive(radiusM, pixelWidthRad, pixelHeightM)) return NO_LENS;
  const y = of(element, 'principalPointY');
  return { kind: 'cylindrical', radiusM, pixelWidthRad, pixelHeightM, principalYPx: Number.isFinite(y) ? y : null };
}
