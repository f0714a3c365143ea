import { readXml, type XmlElement, XmlError } from '../../xml/index.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { PointFile } from '../point-file.ts';
import { type E57Field, fieldOf, valueOf } from './e57-fields.ts';
import type { E57Header, E57Pages } from './e57-pages.ts';

export type Limits = { readonly min: number; readonly max: number };

/** A scan ("Data3D") of the file. */
export interface E57Scan {
  /** For messages: "scan 2 (Hall)". */
  readonly name: string;
  readonly records: number;
  /** Logical place of the section with its points. */
  readonly sectionAt: number;
  /** In the order of their streams. */
  readonly fields: readonly E57Field[];
  /** Rotation (row by row) and translation, coordinates of the scan to those of the file; null for none. */
  readonly pose: ScanPose | null;
  readonly intensityLimits: Limits | null;
  readonly colorLimits: Limits | null;
}

export interface ScanPose {
  readonly rotation: readonly number[];
  readonly translation: readonly [number, number, number];
}

/** What the XML of a file says. */
export interface E57Content {
  readonly scans: readonly E57Scan[];
  /** Text about the coordinate system; empty where there is none. */
  readonly coordinateMetadata: string;
  readonly pictures: number;
}

const XML_MOST_BYTES = 32 * 1024 * 1024;
const XML_LIMITS = { elements: 500_000, depth: 32 };
const MOST_FIELDS = 256;

/** Reads the XML section. Throws the refusals of `file`. */
export async function readE57Content(file: PointFile, pages: E57Pages, header: E57Header): Promise<E57Content> {
  if (header.xmlBytes > XML_MOST_BYTES) throw file.refusal('XML', `It claims ${header.xmlBytes} bytes.`);
  const root = parse(await pages.read(header.xmlAt, header.xmlBytes, 'XML'), file);
  if (root.name !== 'e57Root') throw file.refusal('XML', `It begins with “${root.name}” instead of “e57Root”.`);
  return {
    scans: root.all('data3D', 'vectorChild').map((scan, i) => scanOf(scan, i, file, pages)),
    coordinateMetadata: root.textOf('coordinateMetadata'),
    pictures: root.all('images2D', 'vectorChild').length,
  };
}

function parse(bytes: FileBytes, file: PointFile): XmlElement {
  try {
    return readXml(bytes, XML_LIMITS);
  } catch (error) {
    throw error instanceof XmlError ? file.refusal('XML', error.message) : error;
  }
}

function scanOf(element: XmlElement, index: number, file: PointFile, pages: E57Pages): E57Scan {
  const title = element.textOf('name');
  const name = title === '' ? `scan ${index + 1}` : `scan ${index + 1} (${title})`;
  const points = element.first('points');
  const prototype = points?.first('prototype');
  if (points === undefined || prototype === undefined) throw file.refusal(name, 'It has no points.');
  const records = Number(points.attributes['recordCount']);
  if (!Number.isSafeInteger(records) || records < 0)
    throw file.refusal(name, `It claims ${points.attributes['recordCount']} points.`);
  if (points.all('codecs', 'vectorChild').length > 0)
    throw file.refusal(name, 'Its points are compressed by a method that the standard does not know.');
  if (prototype.children.length > MOST_FIELDS)
    throw file.refusal(name, `Its points have ${prototype.children.length} fields.`);
  const fields = prototype.children.map((child) => {
    const field = fieldOf(child);
    if (typeof field === 'string') throw file.refusal(name, `${field} It cannot be read.`);
    return field;
  });
  return {
    name,
    records,
    sectionAt: records === 0 ? 0 : pages.logical(placeOf(points.attributes['fileOffset']), name),
    fields,
    pose: poseOf(element.first('pose'), name, file),
    intensityLimits: limitsOf(element.first('intensityLimits'), ['intensity']),
    colorLimits: limitsOf(element.first('colorLimits'), ['colorRed', 'colorGreen', 'colorBlue']),
  };
}

/** An offset that is not a number lies outside every file. */
const placeOf = (text: string | undefined): bigint => (/^\d{1,19}$/.test(text ?? '') ? BigInt(text!) : 2n ** 63n);

function poseOf(pose: XmlElement | undefined, name: string, file: PointFile): ScanPose | null {
  if (pose === undefined) return null;
  const of = (part: string, axis: string) => valueOf(pose.first(part, axis)) ?? 0;
  const [w, x, y, z] = ['w', 'x', 'y', 'z'].map((axis) => of('rotation', axis)) as [number, number, number, number];
  const translation: [number, number, number] = [
    of('translation', 'x'),
    of('translation', 'y'),
    of('translation', 'z'),
  ];
  const length = Math.hypot(w, x, y, z);
  if (!Number.isFinite(length) || !translation.every(Number.isFinite))
    throw file.refusal(name, 'Its place has values that are no numbers.');
  const rotation =
    length === 0 ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : matrixOf(w / length, x / length, y / length, z / length);
  return { rotation, translation };
}

/** Of a unit quaternion, row by row. */
function matrixOf(w: number, x: number, y: number, z: number): number[] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ].flat();
}

/** The widest of the limits of these fields; null where they are not stated, or leave nothing between them. */
function limitsOf(limits: XmlElement | undefined, fields: readonly string[]): Limits | null {
  if (limits === undefined) return null;
  const all = (end: string) => fields.map((field) => valueOf(limits.first(`${field}${end}`)) ?? NaN);
  const [min, max] = [Math.min(...all('Minimum')), Math.max(...all('Maximum'))];
  return Number.isFinite(max - min) && max > min ? { min, max } : null;
}
