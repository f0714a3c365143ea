import { ImportRefusedError } from '../../import-refused.ts';
import type { OpenPointSource } from './point-source.ts';
import { type OpenFile, openRowSource, type PointRows, type RowFormat, type RowLayout } from './row-source.ts';
import { RowReader } from './text/row-reader.ts';
import { AS_IT_IS } from '@overlook/shared/point-files';

/**
 * Opens a PTS file: a count, then this many lines of x y z [intensity] [red green blue], repeated for further clouds.
 */
export const openPts: OpenPointSource = (path, name) => openRowSource(path, name, recognisePts);

/** “0 0 0” and a line feed. */
const SHORTEST_LINE_BYTES = 6;

function recognisePts(file: OpenFile): RowFormat {
  const rows: RowReader = new RowReader(file.fd, file.name);
  const first = rows.next();
  const columns = first === 1 ? rows.next() : first;
  if (columns === 0) throw new ImportRefusedError(file.name, '', 'has no points.');
  const layout = LAYOUTS[Math.min(columns, 7)];
  if (!layout)
    rows.refuse(`has ${columns} numbers; a point has x y z, intensity and red green blue: 3, 4, 6 or 7 of them.`);
  return {
    format: 'pts',
    points: null,
    layout,
    warnings: columns > 7 ? [`Numbers behind the colour of each point are not read: ${columns - 7}.`] : [],
    openRows: () => new PtsRows(file, columns),
  };
}

const INTENSITY = { column: 3, scale: null } as const;
const colorFrom = (column: number) => ({ columns: [column, column + 1, column + 2], scale: AS_IT_IS }) as const;

/** By the numbers in a line. */
const LAYOUTS: Readonly<Record<number, RowLayout>> = {
  3: { intensity: null, color: null, classification: null },
  4: { intensity: INTENSITY, color: null, classification: null },
  6: { intensity: null, color: colorFrom(3), classification: null },
  7: { intensity: INTENSITY, color: colorFrom(4), classification: null },
};

class PtsRows implements PointRows {
  readonly values: Float64Array;
  private readonly rows: RowReader;
  /** The last count, and its line; null before a count, and in a file without one. */
  private claimed: { points: number; line: number } | null = null;
  /** Of this cloud, read so far. */
  private points = 0;

  constructor(
    private readonly file: OpenFile,
    private readonly columns: number,
  ) {
    this.rows = new RowReader(file.fd, file.name);
    this.values = this.rows.values;
  }

  next(): boolean {
    let columns = this.rows.next();
    while (columns === 1) {
      this.beginCloud(this.values[0]!);
      columns = this.rows.next();
    }
    if (columns === 0) {
      this.endCloud();
      return false;
    }
    if (columns !== this.columns)
      this.rows.refuse(`has ${columns} numbers, where the first point has ${this.columns}.`);
    if (++this.points > (this.claimed?.points ?? Infinity)) this.refuseSurplus();
    return true;
  }

  refuse(reason: string): never {
    this.rows.refuse(reason);
  }

  private beginCloud(points: number): void {
    this.endCloud();
    const { sizeBytes } = this.file;
    if (!Number.isInteger(points) || points < 0) this.refuse(`has ${points} where a count of points is expected.`);
    if (points * SHORTEST_LINE_BYTES > sizeBytes + 1)
      this.refuse(
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
