import { ImportRefusedError } from '../../../import-refused.ts';
import type { OpenFile, PointRows } from '../row-source.ts';
import { MOST_COLUMNS, RowReader } from '../text/row-reader.ts';
import type { PlyElement, PlyHeader } from './ply-header.ts';

/** The vertices of a PLY file of text. */
export class TextPlyRows implements PointRows {
  readonly values = new Float64Array(MOST_COLUMNS);
  private readonly rows: RowReader;
  private read = 0;

  /** Elements `before` the vertices have a line each. A row has the properties `order`. */
  constructor(
    private readonly file: OpenFile,
    header: PlyHeader,
    before: readonly PlyElement[],
    private readonly vertex: PlyElement,
    private readonly order: readonly number[],
  ) {
    this.rows = new RowReader(file.fd, file.name, header.bytes, header.lines);
    for (const { count } of before) for (let i = 0; i < count && this.rows.skip(); i++);
  }

  next(): boolean {
    const { vertex, rows, order, values } = this;
    if (this.read === vertex.count) return false;
    const columns = rows.next();
    if (columns === 0)
      throw new ImportRefusedError(
        this.file.name,
        '',
        `says that it has ${vertex.count} points, but there are ${this.read}.`,
      );
    if (columns !== vertex.properties.length)
      rows.refuse(`has ${columns} numbers, but a point has ${vertex.properties.length}.`);
    this.read++;
    for (let i = 0; i < order.length; i++) values[i] = rows.values[order[i]!]!;
    return true;
  }

  refuse(reason: string): never {
    this.rows.refuse(reason);
  }
}
