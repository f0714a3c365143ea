import { readSync } from 'node:fs';
import { ImportRefusedError } from '../../../../errors/import-refused.ts';
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

/** The vertices of a binary PLY file, whose rows have different lengths where they have lists. */
export class BinaryPlyRows implements PointRows {
  readonly values: Float64Array;
  /** Where the properties of a row are, bytes from its start. */
  private readonly offsets: Float64Array;
  private readonly hasLists: boolean;
  /** Of a row without lists. */
  private readonly rowBytes: number;
  private readonly bytes = new Uint8Array(BUFFER_BYTES);
  private readonly view = new DataView(this.bytes.buffer);
  private readonly isLittle: boolean;
  private at = 0;
  private end = 0;
  private read = 0;

  /** `position` is the byte of the first vertex. A row has the properties `order`, which are no lists. */
  constructor(
    private readonly file: OpenFile,
    encoding: PlyHeader['encoding'],
    private readonly vertex: PlyElement,
    private position: number,
    private readonly order: readonly number[],
  ) {
    const { properties } = vertex;
    this.offsets = new Float64Array(properties.length);
    let rowBytes = 0;
    for (const [property, { type }] of properties.entries()) {
      this.offsets[property] = rowBytes;
      rowBytes += PLY_TYPE_BYTES[type];
    }
    this.rowBytes = rowBytes;
    this.hasLists = properties.some(({ countType }) => countType !== null);
    this.values = new Float64Array(order.length);
    this.isLittle = encoding === 'binary_little_endian';
  }

  next(): boolean {
    if (this.read === this.vertex.count) return false;
    let rowBytes = this.measure();
    while (this.at + rowBytes > this.end) {
      this.refill();
      rowBytes = this.measure();
    }
    const { values, order, offsets, view, at, isLittle } = this;
    const { properties } = this.vertex;
    for (let i = 0; i < order.length; i++) {
      const property = order[i]!;
      values[i] = valueAt(view, at + offsets[property]!, properties[property]!.type, isLittle);
    }
    this.at = at + rowBytes;
    this.read++;
    return true;
  }

  get place(): string {
    return `point ${this.read}`;
  }

  /** The bytes of the next row, or as many as have to be there before its lists can be measured. */
  private measure(): number {
    if (!this.hasLists) return this.rowBytes;
    const { offsets, view, at, end, isLittle } = this;
    let bytes = 0;
    for (const [property, { type, countType }] of this.vertex.properties.entries()) {
      offsets[property] = bytes;
      bytes += PLY_TYPE_BYTES[countType ?? type];
      if (countType === null) continue;
      if (at + bytes > end) return bytes;
      const length = valueAt(view, at + offsets[property]!, countType, isLittle);
      if (length < 0) this.refuse('is followed by one with a list of a length below 0.');
      bytes += length * PLY_TYPE_BYTES[type];
    }
    return bytes;
  }

  private refuse(reason: string): never {
    throw new ImportRefusedError(this.file.name, this.place, reason);
  }

  /** Moves the rest to the start of the buffer, and reads more behind it. */
  private refill(): void {
    const { bytes, file } = this;
    bytes.copyWithin(0, this.at, this.end);
    this.end -= this.at;
    this.at = 0;
    if (this.end === bytes.length) this.refuse(`is followed by one with more than ${BUFFER_BYTES} bytes.`);
    const more = readSync(file.fd, bytes, this.end, bytes.length - this.end, this.position);
    if (more === 0) this.refuse(`is the last one of ${this.vertex.count}: the file ends here.`);
    this.position += more;
    this.end += more;
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
