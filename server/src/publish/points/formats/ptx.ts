import { SCAN_POSITIONS_MOST } from '@overlook/shared/config';
import { type Float64Mat4, toMat4 } from '@overlook/shared/maths';
import { ImportRefusedError } from '../../../errors/import-refused.ts';
import type { OpenPointSource } from './point-source.ts';
import { type OpenFile, openRowSource, type PointRows, type RowFormat } from './row-source.ts';
import { RowReader } from './text/row-reader.ts';

/**
 * Opens a PTX file: scans of columns × rows cells, each behind a header with the scanner's place and a matrix, which is
 * applied to its points. Cells without a point (0 0 0) are left out.
 */
export const openPtx: OpenPointSource = (path, name) => openRowSource(path, name, recognisePtx);

/** “0 0 0 0” and a line feed. */
const SHORTEST_LINE_BYTES = 8;
const WITH_INTENSITY = 4;
const WITH_COLOR = 7;

function recognisePtx(file: OpenFile): RowFormat {
  const rows = new RowReader(file.fd, file.name);
  if (rows.next() === 0) throw new ImportRefusedError(file.name, '', 'has no points.');
  readHeader(rows, file);
  const columns = rows.next();
  return {
    format: 'ptx',
    points: null,
    layout: {
      intensity: { column: 3, scale: null },
      color: columns === WITH_COLOR ? { columns: [4, 5, 6], scale: null } : null,
      classification: null,
    },
    warnings: [],
    openRows: () => new PtxRows(file),
  };
}

interface ScanHeader {
  readonly cells: number;
  /** Row vectors: x y z 1 times this. */
  readonly matrix: Float64Mat4;
  readonly line: number;
}

/** The header whose first line was read last. */
function readHeader(rows: RowReader, { sizeBytes }: OpenFile): ScanHeader {
  const { values, line } = rows;
  const count = (): number => {
    const [value] = values;
    if (!Number.isInteger(value) || value! < 0)
      rows.refuse(`has ${value} where a count of columns or rows is expected.`);
    return value!;
  };
  const expect = (found: number, numbers: number) => {
    if (found !== numbers) rows.refuse(`has ${found} numbers, where the header of a scan has ${numbers}.`);
  };
  const columns = count();
  expect(rows.next(), 1);
  const cells = columns * count();
  if (cells * SHORTEST_LINE_BYTES > sizeBytes)
    rows.refuse(`says that the scan has ${cells} cells, more than a file of ${sizeBytes} bytes can have.`);
  // The scanner's place and axes repeat the matrix.
  for (let i = 0; i < 4; i++) expect(rows.next(), 3);
  const matrix = new Float64Array(16);
  for (let row = 0; row < 4; row++) {
    expect(rows.next(), 4);
    matrix.set(values.subarray(0, 4), row * 4);
  }
  if (!matrix.every(Number.isFinite)) rows.refuse('ends a matrix that has values that are no numbers.');
  return { cells, matrix: toMat4(matrix), line };
}

class PtxRows implements PointRows {
  readonly values: Float64Array;
  private readonly rows: RowReader;
  private scan: ScanHeader | null = null;
  /** Of this scan, read so far. */
  private cells = 0;
  readonly stations: { readonly translation: readonly [number, number, number]; points: number }[] = [];

  constructor(private readonly file: OpenFile) {
    this.rows = new RowReader(file.fd, file.name);
    this.values = this.rows.values;
  }

  next(): boolean {
    const { values } = this;
    for (;;) {
      const columns = this.rows.next();
      if (columns === WITH_COLOR || columns === WITH_INTENSITY) {
        this.cells++;
        if (!this.scan || this.cells > this.scan.cells) this.refuseSurplus(columns);
        if (values[0] === 0 && values[1] === 0 && values[2] === 0) continue;
        if (this.station) this.station.points++;
        if (columns === WITH_INTENSITY) values.fill(0, WITH_INTENSITY, WITH_COLOR);
        this.transform(this.scan!.matrix);
        return true;
      }
      this.endScan();
      if (columns === 0) return false;
      if (columns !== 1) this.rows.refuse(`has ${columns} numbers; a point has 4, or 7 with its colour.`);
      this.scan = readHeader(this.rows, this.file);
      this.cells = 0;
      this.beginStation(this.scan.matrix);
    }
  }

  get place(): string {
    return `line ${this.rows.line}`;
  }

  /** Null beyond those that are kept. */
  private station: { points: number } | null = null;

  private beginStation(m: Float64Mat4): void {
    const station = { translation: [m[12], m[13], m[14]] as const, points: 0 };
    this.station = this.stations.length < SCAN_POSITIONS_MOST ? station : null;
    if (this.station) this.stations.push(station);
  }

  private transform(m: Float64Mat4): void {
    const { values } = this;
    const [x, y, z] = [values[0]!, values[1]!, values[2]!];
    values[0] = x * m[0] + y * m[4] + z * m[8] + m[12];
    values[1] = x * m[1] + y * m[5] + z * m[9] + m[13];
    values[2] = x * m[2] + y * m[6] + z * m[10] + m[14];
  }

  private endScan(): void {
    if (this.scan && this.cells !== this.scan.cells) this.refuseCount(this.scan);
  }

  /** Reads to the end of the scan, so that the message can have both numbers. */
  private refuseSurplus(columns: number): never {
    if (!this.scan) this.rows.refuse('has a point before the header of a scan.');
    while (this.rows.next() === columns) this.cells++;
    this.refuseCount(this.scan!);
  }

  private refuseCount({ cells, line }: ScanHeader): never {
    throw new ImportRefusedError(
      this.file.name,
      `line ${line}`,
      `says that the scan has ${cells} cells, but ${this.cells} lines follow its header.`,
    );
  }
}
