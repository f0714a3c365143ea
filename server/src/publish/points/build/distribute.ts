import { closeSync, openSync } from 'node:fs';
import { RECORD_BYTES, RECORD_WORDS } from '../../../pointclouds/record.ts';
import { writeFully } from '../../../pointclouds/whole-io.ts';
import type { Triple } from './cloud-cube.ts';
import { type DivisionGrid, groupOf, SourceChangedError } from './chunk-plan.ts';
import { discard, type SegmentReader } from './record-segments.ts';
import type { RecordSegment } from './scanned-segment.ts';

/** Bytes of all buffers of a thread, and records in one buffer at most: longer writes are no faster. */
const BUFFER_BYTES = 64 * 1024 ** 2;
const BUFFER_RECORDS = 16_384;

export interface Distribution {
  readonly grids: readonly DivisionGrid[];
  readonly minimum: Triple;
  /** The spool, which exists. */
  readonly spoolPath: string;
  /** For each group, the record of the spool where this share's points begin. */
  readonly starts: Float64Array;
  /** For each group, the record after this share's last. */
  readonly ends: Float64Array;
}

/**
 * Copies the records of a share of the source to where their group is in the spool, in the order of the source. The places of
 * all shares are known from their counts, so they are written without locks.
 */
export async function distributeSegments(
  reader: SegmentReader,
  segments: readonly RecordSegment[],
  { grids, minimum, spoolPath, starts, ends }: Distribution,
  onPoints: (count: number) => void,
): Promise<void> {
  const file = openSync(spoolPath, 'r+');
  const buffers = new GroupBuffers(file, starts, ends);
  const [x0, y0, z0] = minimum;
  try {
    for (const segment of segments) {
      await reader.read(segment, (words, count) => {
        for (let i = 0, at = 0; i < count; i++, at += RECORD_WORDS)
          buffers.add(groupOf(grids, words[at]! - x0, words[at + 1]! - y0, words[at + 2]! - z0), words, at);
        onPoints(count);
      });
      discard(segment);
    }
    buffers.flushAll();
  } finally {
    closeSync(file);
  }
}

/** A buffer for each group, all in one array. */
class GroupBuffers {
  readonly #capacity: number;
  readonly #words: Int32Array;
  readonly #filled: Uint32Array;
  readonly #next: Float64Array;

  constructor(
    private readonly file: number,
    starts: Float64Array,
    private readonly ends: Float64Array,
  ) {
    const share = Math.floor(BUFFER_BYTES / RECORD_BYTES / starts.length);
    this.#capacity = Math.max(64, Math.min(BUFFER_RECORDS, share));
    this.#words = new Int32Array(starts.length * this.#capacity * RECORD_WORDS);
    this.#filled = new Uint32Array(starts.length);
    this.#next = starts.slice();
  }

  add(group: number, words: Int32Array, at: number): void {
    const buffer = this.#words;
    const filled = this.#filled[group]!;
    const to = (group * this.#capacity + filled) * RECORD_WORDS;
    for (let word = 0; word < RECORD_WORDS; word++) buffer[to + word] = words[at + word]!;
    this.#filled[group] = filled + 1;
    if (filled + 1 === this.#capacity) this.#flush(group);
  }

  flushAll(): void {
    for (let group = 0; group < this.#filled.length; group++) {
      this.#flush(group);
      if (this.#next[group] !== this.ends[group]) throw new SourceChangedError();
    }
  }

  #flush(group: number): void {
    const count = this.#filled[group]!;
    if (this.#next[group]! + count > this.ends[group]!) throw new SourceChangedError();
    const from = group * this.#capacity * RECORD_BYTES;
    writeFully(
      this.file,
      new Uint8Array(this.#words.buffer, from, count * RECORD_BYTES),
      this.#next[group]! * RECORD_BYTES,
    );
    this.#next[group]! += count;
    this.#filled[group] = 0;
  }
}
