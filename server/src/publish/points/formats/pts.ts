import { ImportRefusedError } from '../../../errors/import-refused.ts';
import type { OpenPointSource } from './point-source.ts';
import { guessedColumns, type PtsColumns, type PtsTitles, readTitles, titledColumns } from './pts-columns.ts';
import { type OpenFile, openRowSource, type PointRows, type RowFormat } from './row-source.ts';
import { RowReader } from './text/row-reader.ts';

/**
 * Opens a PTS file: a count, then this many lines of x y z, intensity, colour and normals, repeated for further clouds.
 * A first line may name the columns.
 */
export const openPts: OpenPointSource = (path, name) => openRowSource(path, name, recognisePts);

/** “0 0 0” and a line feed. */
const SHORTEST_LINE_BYTES = 6;
/** Points whose values show what the columns are. */
const SAMPLED_POINTS = 1000;

function recognisePts(file: OpenFile): RowFormat {
  const titles = readTitles(file);
  const rows = rowsBehind(file, titles);
  const { points, columns } = samplePoints(rows);
  if (columns === 0) throw new ImportRefusedError(file.name, '', 'has no points.');
  const isTitled = titles?.names.length === columns;
  if (titles && !isTitled && !titles.isComment)
    rows.refuse(`ends points of ${columns} numbers, but the first line names ${titles.names.length} columns.`);
  const found = isTitled ? titledColumns(titles!) : guessedColumns(points, columns);
  if (!found) throw new ImportRefusedError(file.name, '', unknownColumns(columns));
  return {
    format: 'pts',
    points: null,
    layout: found.layout,
    warnings: found.warnings,
    openRows: () => new PtsRows(file, rowsBehind(file, titles), columns, found.order),
  };
}

const rowsBehind = ({ fd, name }: OpenFile, titles: PtsTitles | null): RowReader =>
  new RowReader(fd, name, titles?.bytes, titles?.lines);

const unknownColumns = (columns: number): string =>
  `has ${columns} numbers for each point, whose values do not show what they are; x y z are followed by intensity, red green blue or a normal. Name the columns in the first line, as “//X Y Z R G B Intensity”.`;

/** The finite numbers of the first points that have as many as the first one; columns are 0 in a file without points. */
function samplePoints(rows: RowReader): { points: Float64Array[]; columns: number } {
  const points: Float64Array[] = [];
  let columns = 0;
  for (let read = 0; read < SAMPLED_POINTS;) {
    const found = rows.next();
    if (found === 1) continue;
    columns ||= found;
    if (found === 0 || found !== columns) break;
    const point = rows.values.slice(0, columns);
    if (point.every(Number.isFinite)) points.push(point);
    read++;
  }
  return { points, columns };
}

class PtsRows implements PointRows {
  readonly values: Float64Array;
  /** The last count, and its line; null before a count, and in a file without one. */
  private claimed: { points: number; line: number } | null = null;
  /** Of this cloud, read so far. */
  private points = 0;

  constructor(
    private readonly file: OpenFile,
    private readonly rows: RowReader,
    private readonly columns: number,
    private readonly order: PtsColumns['order'],
  ) {
    this.values = order ? new Float64Array(order.length) : rows.values;
  }

  next(): boolean {
    let columns = this.rows.next();
    while (columns === 1) {
      this.beginCloud(this.rows.values[0]!);
      columns = this.rows.next();
    }
    if (columns === 0) {
      this.endCloud();
      return false;
    }
    if (columns !== this.columns)
      this.rows.refuse(`has ${columns} numbers, where the first point has ${this.columns}.`);
    if (++this.points > (this.claimed?.points ?? Infinity)) this.refuseSurplus();
    if (this.order) for (let i = 0; i < this.order.length; i++) this.values[i] = this.rows.values[this.order[i]!]!;
    return true;
  }

  get place(): string {
    return `line ${this.rows.line}`;
  }

  private beginCloud(points: number): void {
    this.endCloud();
    const { sizeBytes } = this.file;
    if (!Number.isInteger(points) || points < 0) this.rows.refuse(`has ${points} where a count of points is expected.`);
    if (points * SHORTEST_LINE_BYTES > sizeBytes + 1)
      this.rows.refuse(
        `says that ${points} points follow, but a file of ${sizeBytes} bytes has at most ${Math.floor(sizeBytes / SHORTEST_LINE_BYTES)}.`,
      );
    this.claimed = { points, line: this.rows.line };
    this.points = 0;
  }

  private endCloud(): void {
    if (this.claimed && this.points !== this.claimed.points) this.refuseCount(this.claimed);
  }

  /** Reads to the end of the cloud, so that the message can have both numbers. */
  private refuseSurplus(): never {
    while (this.rows.next() === this.columns) this.points++;
    this.refuseCount(this.claimed!);
  }

  private refuseCount({ points, line }: { points: number; line: number }): never {
    throw new ImportRefusedError(
      this.file.name,
      `line ${line}`,
      `says that ${points} points follow, but there are ${this.points}.`,
    );
  }
}
