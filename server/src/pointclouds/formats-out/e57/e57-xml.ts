import { PRODUCT_NAME, PRODUCT_VERSION } from '@overlook/shared/config';
import { element, type XmlNode, xmlDocument } from '../../../services/xml/write-xml.ts';
import type { PointFileFacts } from '../point-writer.ts';

/** Largest intensity and colour that are written. */
const INTENSITY_MOST = 65_535;
const COLOR_MOST = 255;

const INT32 = { minimum: String(-(2 ** 31)), maximum: String(2 ** 31 - 1) };

const valued = (name: string, type: string, value: string | number): XmlNode => ({
  name,
  attributes: { type },
  content: String(value),
});
const text = (name: string, value: string) => valued(name, 'String', value);
const structure = (name: string, ...children: Parameters<typeof element>[2][]) =>
  element(name, { type: 'Structure' }, ...children);
const vector = (name: string, ...children: XmlNode[]) =>
  element(name, { type: 'Vector', allowHeterogeneousChildren: '1' }, ...children);

export interface E57Scan {
  readonly facts: PointFileFacts;
  readonly points: number;
  readonly bounds: { readonly minimum: readonly number[]; readonly maximum: readonly number[] };
  /** Place of the section with the points in the file. */
  readonly sectionOffset: number;
  readonly guids: { readonly file: string; readonly scan: string };
}

/** The XML section of a file with one scan and no pose: its coordinates are those that `coordinateMetadata` names (ASTM E2807 §8). */
export function e57Xml({ facts, points, bounds, sectionOffset, guids }: E57Scan): string {
  const { fields, coordinateSystem, title } = facts;
  const scan = structure(
    'vectorChild',
    text('guid', guids.scan),
    text('name', title),
    text('description', coordinateSystem.name),
    boundsElement(bounds),
    fields.intensity ? limits('intensity', ['intensity'], INTENSITY_MOST) : null,
    fields.color ? limits('color', ['colorRed', 'colorGreen', 'colorBlue'], COLOR_MOST) : null,
    element(
      'points',
      { type: 'CompressedVector', fileOffset: String(sectionOffset), recordCount: String(points) },
      structure('prototype', ...prototype(facts)),
      vector('codecs'),
    ),
  );
  return xmlDocument(
    element(
      'e57Root',
      { type: 'Structure', xmlns: 'http://www.astm.org/COMMIT/E57/2010-e57-v1.0' },
      text('formatName', 'ASTM E57 3D Imaging Data File'),
      text('guid', guids.file),
      valued('versionMajor', 'Integer', 1),
      valued('versionMinor', 'Integer', 0),
      text('e57LibraryVersion', `${PRODUCT_NAME} ${PRODUCT_VERSION}`),
      coordinateSystem.wkt === null ? null : text('coordinateMetadata', coordinateSystem.wkt),
      vector('data3D', scan),
      vector('images2D'),
    ),
  );
}

function prototype({ grid, fields }: PointFileFacts): (XmlNode | null)[] {
  const axes = ['X', 'Y', 'Z'].map((axis, i) =>
    element(`cartesian${axis}`, {
      type: 'ScaledInteger',
      ...INT32,
      scale: String(grid.scale[i]!),
      offset: String(grid.offset[i]!),
    }),
  );
  const integer = (name: string, most: number) =>
    element(name, { type: 'Integer', minimum: '0', maximum: String(most) });
  const colors = ['colorRed', 'colorGreen', 'colorBlue'].map((name) => integer(name, COLOR_MOST));
  return [
    ...axes,
    ...(fields.intensity ? [integer('intensity', INTENSITY_MOST)] : []),
    ...(fields.color ? colors : []),
  ];
}

function limits(name: string, channels: readonly string[], most: number): XmlNode {
  const of = (channel: string) => [
    valued(`${channel}Minimum`, 'Integer', 0),
    valued(`${channel}Maximum`, 'Integer', most),
  ];
  return structure(`${name}Limits`, channels.flatMap(of));
}

function boundsElement({ minimum, maximum }: E57Scan['bounds']): XmlNode {
  const of = (axis: string, i: number) => [
    valued(`${axis}Minimum`, 'Float', minimum[i]!),
    valued(`${axis}Maximum`, 'Float', maximum[i]!),
  ];
  return structure('cartesianBounds', ['x', 'y', 'z'].flatMap(of));
}
