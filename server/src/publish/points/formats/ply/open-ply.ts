import { ImportRefusedError } from '../../../../errors/import-refused.ts';
import { namedColumns } from '../named-columns.ts';
import type { OpenPointSource } from '../point-source.ts';
import { type OpenFile, openRowSource, type RowFormat, type RowLayout } from '../row-source.ts';
import { AS_IT_IS, type ValueScale } from '@overlook/shared/point-files';
import { BinaryPlyRows, skipElements } from './binary-rows.ts';
import { PLY_TYPE_BYTES, type PlyElement, type PlyHeader, type PlyProperty, readPlyHeader } from './ply-header.ts';
import { TextPlyRows } from './text-rows.ts';

/** Opens the vertices of a PLY file, as text or binary in either byte order. */
export const openPly: OpenPointSource = (path, name) => openRowSource(path, name, recognisePly);

function recognisePly(file: OpenFile): RowFormat {
  const header = readPlyHeader(file);
  const index = header.elements.findIndex(({ name }) => name === 'vertex');
  const vertex = header.elements[index];
  if (!vertex) throw new ImportRefusedError(file.name, '', 'has no element “vertex”.');
  const columns = columnsOf(vertex, file.name);
  const before = header.elements.slice(0, index);
  const rowsFrom = openerOf(file, header, before, vertex);
  return {
    format: 'ply',
    points: vertex.count,
    layout: columns.layout,
    warnings: warningsOf(header, vertex, columns.used),
    openRows: () => rowsFrom(columns.order),
  };
}

/** Opens rows whose first numbers are the properties `order`. */
function openerOf(file: OpenFile, header: PlyHeader, before: readonly PlyElement[], vertex: PlyElement) {
  const assertRoom = (position: number, bytesLeast: number) => {
    const most = Math.max(0, Math.floor((file.sizeBytes - position + 1) / bytesLeast));
    if (vertex.count > most)
      throw new ImportRefusedError(
        file.name,
        '',
        `says that it has ${vertex.count} points, but its ${file.sizeBytes} bytes hold at most ${most}.`,
      );
  };
  if (header.encoding === 'ascii') {
    // A digit and a space for each property, or a line feed.
    assertRoom(header.bytes, vertex.properties.length * 2);
    return (order: readonly number[]) => new TextPlyRows(file, header, before, vertex, order);
  }
  const position = skipElements(file, header, before);
  assertRoom(
    position,
    vertex.properties.reduce((sum, { type, countType }) => sum + PLY_TYPE_BYTES[countType ?? type], 0),
  );
  return (order: readonly number[]) => new BinaryPlyRows(file, header.encoding, vertex, position, order);
}

interface Columns {
  /** Properties in the order of a row: x, y, z first. */
  readonly order: readonly number[];
  readonly layout: RowLayout;
  readonly used: ReadonlySet<string>;
}

function columnsOf({ properties }: PlyElement, name: string): Columns {
  const find = (names: readonly string[]) =>
    properties.findIndex(({ name: own, countType }) => countType === null && names.includes(own.toLowerCase()));
  const { order, intensity, color, classification } = namedColumns(find);
  if (order.includes(-1)) throw new ImportRefusedError(name, '', 'has vertices without x, y and z.');
  const typeAt = (column: number) => properties[order[column]!]!;
  return {
    order,
    layout: {
      intensity: intensity === null ? null : { column: intensity, scale: intensityOf(typeAt(intensity)) },
      color: color && { columns: color, scale: colorOf(typeAt(color[0])) },
      classification,
    },
    used: new Set(order.map((index) => properties[index]!.name)),
  };
}

const isFloat = ({ type }: PlyProperty): boolean => type.startsWith('float');

/** The type of whole numbers gives their range. */
function intensityOf(property: PlyProperty): ValueScale | null {
  if (property.type === 'uint8') return { factor: 257, shift: 0 };
  return property.type === 'uint16' ? AS_IT_IS : null;
}

const colorOf = (property: PlyProperty): ValueScale | null => (isFloat(property) ? null : AS_IT_IS);

function warningsOf(header: PlyHeader, vertex: PlyElement, used: ReadonlySet<string>): string[] {
  const others = vertex.properties.filter((property) => !used.has(property.name)).map((property) => property.name);
  const elements = header.elements.filter((element) => element !== vertex && element.count > 0);
  return [
    ...(others.length > 0 ? [`Fields of the points are not read: ${others.join(', ')}.`] : []),
    ...elements.map((element) => `Elements “${element.name}” are not read: ${element.count}.`),
  ];
}
