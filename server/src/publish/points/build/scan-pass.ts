import { closeSync, openSync } from 'node:fs';
import { RECORD_BYTES, RECORD_WORDS } from '../../../pointclouds/record.ts';
import { writeFully } from '../../../pointclouds/whole-io.ts';
import { OTHERS_HIGH_BYTES, RED_HIGH_BYTE } from './color-depth.ts';
import type { FarPoints } from './scanned-segment.ts';
import type { SegmentReader } from './record-segments.ts';
import type { RecordSegment } from './scanned-segment.ts';
import { WordSampler } from './word-sampler.ts';
import type { ScannedSegment } from './scanned-segment.ts';

/** Of each segment, an even number. */
const SAMPLED_POINTS = 512;

/** Its low half is the intensity. */
const INTENSITY_WORD = 3;
/** Its low byte is the class. */
const CLASS_WORD = 4;

/** Points in one file of the spool; each is removed when it has been distributed. */
const SPOOLED_POINTS = 1_000_000;

/**
 * Reads a segment for the bounds and the fields of its points, because headers are not reliable for them. With
 * `spoolPrefix` it also writes the records to files whose paths begin so, for sources that are slow to read again.
 */
export async function scanSegment(
  reader: SegmentReader,
  segment: RecordSegment,
  spoolPrefix: string | null,
  onPoints: (count: number) => void,
): Promise<ScannedSegment> {
  const minimum: [number, number, number] = [Infinity, Infinity, Infinity];
  const maximum: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  const bits = new Uint32Array(RECORD_WORDS);
  const colors = { colored: 0, deep: 0 };
  const places = new WordSampler(SAMPLED_POINTS, 0, 3);
  const intensities = new WordSampler(SAMPLED_POINTS, INTENSITY_WORD, 1);
  const classes = new WordSampler(SAMPLED_POINTS, CLASS_WORD, 1);
  let far: FarPoints | null = null;
  const spool = spoolPrefix === null ? null : new RecordSpool(spoolPrefix);
  let points = 0;
  try {
    const take = (words: Int32Array, count: number) => {
      widen(words, count, minimum, maximum);
      places.add(words, count);
      intensities.add(words, count);
      classes.add(words, count);
      gatherBits(words, count, bits);
      countColors(words, count, colors);
      spool?.add(words, count);
      points += count;
      onPoints(count);
    };
    await reader.read(segment, take, (place) => {
      far = { count: (far?.count ?? 0) + 1, first: far?.first ?? place };
    });
  } finally {
    spool?.close();
  }
  // A file of records has as many as before, of which some are not read.
  const segments = spool ? spool.segments : [segment.kind === 'raw' ? segment : { ...segment, points }];
  return {
    segments,
    points,
    minimum,
    maximum,
    bits,
    colors,
    sample: places.sample(),
    intensities: Uint16Array.from(intensities.sample()),
    classes: Uint8Array.from(classes.sample()),
    far,
    leftOut: reader.leftOut(),
    stations: reader.stations(),
  };
}

function widen(words: Int32Array, count: number, minimum: number[], maximum: number[]): void {
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [minimum[axis]!, maximum[axis]!];
    for (let i = 0, at = axis; i < count; i++, at += RECORD_WORDS) {
      const value = words[at]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    minimum[axis] = low;
    maximum[axis] = high;
  }
}

/** Coordinates are omitted, because their bits are not needed. */
function gatherBits(words: Int32Array, count: number, bits: Uint32Array): void {
  for (let word = 3; word < RECORD_WORDS; word++) {
    let set = bits[word]!;
    for (let i = 0, at = word; i < count; i++, at += RECORD_WORDS) set |= words[at]!;
    bits[word] = set;
  }
}

function countColors(words: Int32Array, count: number, colors: { colored: number; deep: number }): void {
  let [colored, deep] = [0, 0];
  for (let i = 0, at = 7; i < count; i++, at += RECORD_WORDS) {
    const [red, others] = [words[at]! & 0xffff0000, words[at + 1]!];
    if ((red | others) !== 0) colored++;
    if (((red & RED_HIGH_BYTE) | (others & OTHERS_HIGH_BYTES)) !== 0) deep++;
  }
  colors.colored += colored;
  colors.deep += deep;
}

/** Records written one after another to files of a bounded size. */
class RecordSpool {
  readonly segments: { kind: 'raw'; path: string; points: number }[] = [];
  #file: number | null = null;

  constructor(private readonly prefix: string) {}

  add(words: Int32Array, count: number): void {
    for (let done = 0; done < count;) {
      const last = this.segments.at(-1);
      const room = last && this.#file !== null ? SPOOLED_POINTS - last.points : 0;
      if (room === 0) {
        this.#next();
        continue;
      }
      const now = Math.min(room, count - done);
      const bytes = new Uint8Array(words.buffer, words.byteOffset + done * RECORD_BYTES, now * RECORD_BYTES);
      writeFully(this.#file!, bytes, null);
      last!.points += now;
      done += now;
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #next(): void {
    this.close();
    const path = `${this.prefix}-${this.segments.length}.bin`;
    this.#file = openSync(path, 'w');
    this.segments.push({ kind: 'raw', path, points: 0 });
  }
}
