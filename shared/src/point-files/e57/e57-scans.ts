import { readXml, type XmlElement, XmlError } from '../../xml/index.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { PointFile } from '../point-file.ts';
import { type E57Field, fieldOf, offsetOf, valueOf } from './e57-fields.ts';
import { type E57Images, imagesOf } from './e57-images.ts';
import type { E57Header, E57Pages } from './e57-pages.ts';
import { type E57Pose, poseOf } from './e57-pose.ts';
import { instantOf } from './e57-time.ts';

export type Limits = { readonly min: number; readonly max: number };

/** A scan ("Data3D") of the file. */
export interface E57Scan {
  /** For messages: "scan 2 (Hall)". */
  readonly name: string;
  /** As the file has them; empty where it has none. */
  readonly title: string;
  readonly guid: string;
  /** When it began; null where the file does not say so. */
  readonly acquiredAt: Date | null;
  readonly records: number;
  /** Logical place of the section with its points. */
  readonly sectionAt: number;
  /** In the order of their streams. */
  readonly fields: readonly E57Field[];
  /** Null for none: its coordinates are those of the file. */
  readonly pose: E57Pose | null;
  /** Whether its coordinates are known to begin at the scanner, because ranges and angles are stated. */
  readonly isAroundScanner: boolean;
  readonly intensityLimits: Limits | null;
  readonly colorLimits: Limits | null;
}

/** What the XML of a file says. */
export interface E57Content {
  readonly scans: readonly E57Scan[];
  /** When the file was made; null where it does not say. */
  readonly made: Date | null;
  /** Text about the coordinate system; empty where there is none. */
  readonly coordinateMetadata: string;
  readonly images: E57Images;
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
    made: instantOf(root.first('creationDateTime')),
    coordinateMetadata: root.textOf('coordinateMetadata'),
    images: imagesOf(root),
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
  const pose = poseOf(element.first('pose'));
  if (typeof pose === 'string') throw file.refusal(name, pose);
  return {
    name,
    title,
    guid: element.textOf('guid'),
    acquiredAt: instantOf(element.first('acquisitionStart')),
    records,
    sectionAt: records === 0 ? 0 : pages.logical(offsetOf(points), name),
    fields,
    pose,
    isAroundScanner:
      element.first('sphericalBounds') !== undefined || fields.some(({ name: of }) => of === 'sphericalRange'),
    intensityLimits: limitsOf(element.first('intensityLimits'), ['intensity']),
    colorLimits: limitsOf(element.first('colorLimits'), ['colorRed', 'colorGreen', 'colorBlue']),
  };
}

const NO_TURN: E57Pose = { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [0, 0, 0] };

/** The pose of the scanner in coordinates of the file; null where none is known, as in a file of scans that were merged. */
export const scannerPose = ({ pose, isAroundScanner, records }: E57Scan): E57Pose | null =>
  records === 0 ? null : (pose ?? (isAroundScanner ? NO_TURN : null));

/** The widest of the limits of these fields; null where they are not stated, or leave nothing between them. */
function limitsOf(limits: XmlElement | undefined, fields: readonly string[]): Limits | null {
  if (limits === undefined) return null;
  const all = (end: string) => fields.map((field) => valueOf(limits.first(`${field}${end}`)) ?? NaN);
  const [min, max] = [Math.min(...all('Minimum')), Math.max(...all('Maximum'))];
  return Number.isFinite(max - min) && max > min ? { min, max } : null;
}
