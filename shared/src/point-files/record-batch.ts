import { RECORD, RECORD_BYTES } from '../points/index.ts';
import type { RecordSink } from './point-source.ts';

/** Between two batches a reader may be aborted. */
const BATCH_POINTS = 32_768;

/** Collects records and passes them on in batches. The fields that a reader leaves out are 0. */
export class RecordBatch {
  private readonly bytes = new Uint8Array(BATCH_POINTS * RECORD_BYTES);
  private readonly view = new DataView(this.bytes.buffer);
  private count = 0;

  constructor(private readonly sink: RecordSink) {}

  /** Appends a point; coordinates are integers of the grid, the other fields have 16 bits. */
  add(x: number, y: number, z: number, intensity: number, red: number, green: number, blue: number): void {
    const at = this.count++ * RECORD_BYTES;
    const { view } = this;
    view.setInt32(at + RECORD.x, x, true);
    view.setInt32(at + RECORD.y, y, true);
    view.setInt32(at + RECORD.z, z, true);
    view.setUint16(at + RECORD.intensity, intensity, true);
    view.setUint16(at + RECORD.red, red, true);
    view.setUint16(at + RECORD.green, green, true);
    view.setUint16(at + RECORD.blue, blue, true);
  }

  /** The class of the point that was added last. */
  classify(classification: number): void {
    this.bytes[(this.count - 1) * RECORD_BYTES + RECORD.classification] = classification;
  }

  get isFull(): boolean {
    return this.count === BATCH_POINTS;
  }

  /** Passes on the records that were added since the last call. */
  flush(): void {
    if (this.count > 0) this.sink(this.bytes.subarray(0, this.count * RECORD_BYTES), this.count);
    this.bytes.fill(0);
    this.count = 0;
  }
}
