import { readSync } from 'node:fs';
import { ImportRefusedError } from '../../../import-refused.ts';
import type { OpenFile, PointRows } from '../row-source.ts';
import { PLY_TYPE_BYTES, type PlyElement, type PlyHeader, type PlyType } from './ply-header.ts';

const BUFFER_BYTES = 1024 * 1024;

function valueAt(view: DataView, at: number, type: PlyType, isLittle: boolean): number {
  switch (type) {
    case 'int8':
      return view.getInt8(at);
    case 'uint8':
      return view.getUint8(at);
    case 'int16':
      return view.getInt16(at, isLittle);
    case 'uint16':
      return view.getUint16(at, isLittle);
    case 'int32':
      return view.getInt32(at, isLittle);
    case 'uint32':
      return view.getUint32(at, isLittle);
    case 'float32':
      return view.getFloat32(at, isLittle);
    case 'float64':
      return view.getFloat64(at, isLittle);
  }
}

/** The vertices of a binary PLY file. */
export class BinaryPlyRows implements PointRows {
  readonly values: Float64Array;
  private readonly columns: readonly { offset: number; type: PlyType }[];
  private readonly rowBytes: number;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly isLittle: boolean;
  private at = 0;
  private end = 0;
  private read = 0;

  /** `position` is the byte of the first vertex. A row has the properties `order`. */
  constructor(
    private readonly file: OpenFile,
    encoding: PlyHeader['encoding'],
    private readonly vertex: PlyElement,
    private position: number,
    order: readonly number[],
  ) {
    const offsets: number[] = [];
    let rowBytes = 0;
    for (const { type } of vertex.properties) {
      offsets.push(rowBytes);
      rowBytes += PLY_TYPE_BYTES[type];
    }
    this.rowBytes = rowBytes;
    this.columns = order.map((index) => ({ offset: offsets[index]!, type: vertex.properties[index]!.type }));
    this.values = new Float64Array(order.length);
    this.bytes = new Uint8Array(Math.floor(BUFFER_BYTES / rowBytes) * rowBytes);
    this.view = new DataView(this.bytes.buffer);
    this.isLittle = encoding === 'binary_little_endian';
  }

  next(): boolean {
    if (this.read === this.vertex.count) return false;
    if (this.at === this.end) this.refill();
    const { values, columns, view, at, isLittle } = this;
    for (let i = 0; i < columns.length; i++)
      values[i] = valueAt(view, at + columns[i]!.offset, columns[i]!.type, isLittle);
    this.at = at + this.rowBytes;
    this.read++;
    return true;
  }

  refuse(reason: string): never {
    throw new ImportRefusedError(this.file.name, `point ${this.read}`, reason);
  }

  private refill(): void {
    const wanted = Math.min(this.bytes.length, (this.vertex.count - this.read) * this.rowBytes);
    let read = 0;
    while (read < wanted) {
      const more = readSync(this.file.fd, this.bytes, read, wanted - read, this.position + read);
      if (more === 0) this.refuse(`is the last one of ${this.vertex.count}: the file ends here.`);
      read += more;
    }
    this.position += wanted;
    this.at = 0;
    this.end = wanted;
  }
}

/**
 * The byte after the elements `before`, which may have lists. Throws `ImportRefusedError` where they do not end within
 * the file.
 */
export function skipElements(file: OpenFile, { encoding, bytes }: PlyHeader, before: readonly PlyElement[]): number {
  const isLittle = encoding === 'binary_little_endian';
  const count = Buffer.alloc(8);
  const view = new DataView(count.buffer, count.byteOffset, 8);
  let position = bytes;
  const refuse = (name: string): never => {
    throw new ImportRefusedError(file.name, `byte ${position}`, `has elements “${name}” that go beyond its end.`);
  };
  for (const element of before) {
    const single = element.properties.reduce(
      (sum, { type, countType }) => sum + (countType === null ? PLY_TYPE_BYTES[type] : 0),
      0,
    );
    if (element.properties.every(({ countType }) => countType === null)) position += single * element.count;
    // A list has at least its count, so the file's end is reached before the element's.
    else
      for (let i = 0; i < element.count; i++) {
        for (const { type, countType } of element.properties) {
          if (countType === null) position += PLY_TYPE_BYTES[type];
          else {
            const sizeBytes = PLY_TYPE_BYTES[countType];
            if (readSync(file.fd, count, 0, sizeBytes, position) < sizeBytes) refuse(element.name);
            const values = valueAt(view, 0, countType, isLittle);
            if (values < 0) refuse(element.name);
            position += sizeBytes + values * PLY_TYPE_BYTES[type];
          }
        }
        if (position > file.sizeBytes) refuse(element.name);
      }
    if (position > file.sizeBytes) refuse(element.name);
  }
  return position;
}
