import { closeSync, openSync, rmSync } from 'node:fs';
import { SHORTS, widenColors } from '../../../pointclouds/formats-out/record-views.ts';
import { RECORD_BYTES, RECORD_WORDS, recordWords } from '../../../pointclouds/record.ts';
import { readFully } from '../../../pointclouds/whole-io.ts';
import type { BuildRules } from '../build-rules.ts';
import type { ScanStation } from '../formats/point-source.ts';
import type { Triple } from './cloud-cube.ts';
import { clampColors } from './color-depth.ts';
import { keepInside } from './far-points.ts';
import type { GridBox } from './scanned-segment.ts';
import { openRecordMover, type RecordMover } from '../move-records.ts';
import { isInRegion, type PlanRegion } from '../part/plan-region.ts';
import type { CloudSource } from '../formats/point-source.ts';
import { type CloudFile, openCloudFile } from './cloud-source.ts';
import type { RecordSegment } from './scanned-segment.ts';

/** Takes records in the grid of the cloud as 32-bit words, valid during the call. */
export type WordSink = (words: Int32Array, count: number) => void;

const RAW_RECORDS = 100_000;

/** Reads segments on one thread. The last file is kept open, because the next segment is mostly in the same file. */
export class SegmentReader {
  #open: { file: number; source: CloudSource; mover: RecordMover | null } | null = null;
  #onFar: (place: Triple) => void = () => undefined;

  constructor(
    private readonly files: readonly CloudFile[],
    private readonly rules: BuildRules,
    /** Points of stores are left out in it; those of files outside of it, where it is a polygon. */
    private readonly region: PlanRegion | null,
  ) {}

  /** `onFar` gets the place of each point that is left out, steps of the grid; NaN where it has none. */
  async read(segment: RecordSegment, given: WordSink, onFar: (place: Triple) => void = () => undefined): Promise<void> {
    const colored = segment.colors ? recoloring(given, segment.colors) : given;
    const sink = segment.within ? inside(colored, segment.within, onFar) : colored;
    if (segment.kind === 'raw') return readRaw(segment, sink);
    const { source, mover } = await this.#source(segment.file);
    this.#onFar = onFar;
    const isStore = this.files[segment.file]!.isStore === true;
    // Cells are those of the files.
    const region = isStore || this.region?.kind === 'polygon' ? this.region : null;
    await source.read(segment.from, segment.to, (records, count) => {
      const moved = mover ? mover(records, count) : count;
      const words = recordWords(records, moved);
      const kept = region ? keepPart(region, !isStore, words, moved) : moved;
      if (kept > 0) sink(words, kept);
    });
  }

  /** What the last reading of a whole file has left out, one sentence each. */
  leftOut(): readonly string[] {
    return this.#open?.source.leftOut?.() ?? [];
  }

  /** The stations that the last reading of a whole file has met. */
  stations(): readonly ScanStation[] {
    return this.#open?.source.stations?.() ?? [];
  }

  async close(): Promise<void> {
    await this.#open?.source.close();
    this.#open = null;
  }

  async #source(file: number): Promise<{ source: CloudSource; mover: RecordMover | null }> {
    if (this.#open?.file === file) return this.#open;
    await this.close();
    const opened = this.files[file]!;
    const source = await openCloudFile(opened);
    const mover = opened.isStore ? null : openRecordMover(this.rules, source.facts.grid, (place) => this.#onFar(place));
    this.#open = { file, source, mover };
    return this.#open;
  }
}

/** Moves the records of one side of a region to the front, in place, and returns their number. */
function keepPart(region: PlanRegion, isInside: boolean, words: Int32Array, count: number): number {
  let kept = 0;
  for (let i = 0, at = 0; i < count; i++, at += RECORD_WORDS) {
    if (isInRegion(region, words[at]!, words[at + 1]!) !== isInside) continue;
    if (kept++ !== i) words.copyWithin((kept - 1) * RECORD_WORDS, at, at + RECORD_WORDS);
  }
  return kept;
}

const recoloring =
  (sink: WordSink, colors: 'clamped' | 'widened'): WordSink =>
  (words, count) => {
    const shorts = new Uint16Array(words.buffer, words.byteOffset, count * SHORTS);
    clampColors(shorts);
    if (colors === 'widened') widenColors(shorts);
    sink(words, count);
  };

const inside =
  (sink: WordSink, box: GridBox, onFar: (place: Triple) => void): WordSink =>
  (words, count) => {
    const kept = keepInside(box, words, count, (at) => onFar([words[at]!, words[at + 1]!, words[at + 2]!]));
    if (kept > 0) sink(words.subarray(0, kept * RECORD_WORDS), kept);
  };

function readRaw({ path, points }: RecordSegment & { kind: 'raw' }, sink: WordSink): void {
  const room = new Uint8Array(Math.min(RAW_RECORDS, points) * RECORD_BYTES);
  const file = openSync(path, 'r');
  try {
    for (let done = 0; done < points; done += RAW_RECORDS) {
      const count = Math.min(RAW_RECORDS, points - done);
      readFully(file, room.subarray(0, count * RECORD_BYTES), done * RECORD_BYTES);
      sink(recordWords(room, count), count);
    }
  } finally {
    closeSync(file);
  }
}

/** Removes the spool files of a segment. */
export function discard(segment: RecordSegment): void {
  if (segment.kind === 'raw') rmSync(segment.path);
}
