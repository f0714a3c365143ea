import { ImportRefusedError } from '../../../../errors/import-refused.ts';
import type { OpenFile, PointRows } from '../row-source.ts';
import { MOST_COLUMNS, RowReader } from '../text/row-reader.ts';
import type { PlyElement, PlyHeader } from './ply-header.ts';

/** The vertices of a PLY file of text. */
export class TextPlyRows implements PointRows {
  readonly values = new Float64Array(MOST_COLUMNS);
  private readonly rows: RowReader;
  /** Where each property is in a row; −1 for those that are not. */
  private readonly places: readonly number[];
  private read = 0;

  /** Elements `before` the vertices have a line each. A row has the properties `order`. */
  constructor(
    private readonly file: OpenFile,
    header: PlyHeader,
    before: readonly PlyElement[],
    private readonly vertex: PlyElement,
    order: readonly number[],
  ) {
    this.places = vertex.properties.map((_, property) => order.indexOf(property));
    this.rows = new RowReader(file.fd, file.name, header.bytes, header.lines);
    for (const { count } of before) for (let i = 0; i < count && this.rows.skip(); i++);
  }

  next(): boolean {
    const { vertex, rows } = this;
    if (this.read === vertex.count) return false;
    const columns = rows.next();
    if (columns === 0)
      throw new ImportRefusedError(
        this.file.name,
        '',
        `says that it has ${vertex.count} points, but there are ${this.read}.`,
      );
    this.read++;
    this.take(columns);
    return true;
  }

  /** Takes the numbers of a line with `columns` of them; lists have their length in front. */
  private take(columns: number): void {
    const { vertex, rows, values } = this;
    let at = 0;
    for (const [property, { countType }] of vertex.properties.entries()) {
      if (countType === null) {
        const to = this.places[property]!;
        if (to >= 0) values[to] = rows.values[at]!;
        at++;
      } else at += 1 + (at < columns ? rows.values[at]! : 0);
    }
    if (at !== columns) rows.refuse(`has ${columns} numbers, but a point has ${at}.`);
  }

  get place(): string {
    return `line ${this.rows.line}`;
  }
}
