import { type PointGrid, RECORD_WORDS } from '../record.ts';
import { PartFile } from './part-file.ts';
import type { CreatePointWriter, PointFileFacts, PointWriter } from './point-writer.ts';
import { SHORT, SHORTS, viewRecords } from './record-views.ts';

/** Room for the count, which is known at the end: digits, then spaces, which readers of numbers skip. */
const COUNT_WIDTH = 12;

/** Longest line: three coordinates of up to 20 characters, intensity, three colours, spaces. */
const LINE_LONGEST = 100;
const BUFFER_BYTES = 1 << 16;

/** PTS has intensities of 12 bits, from this one on. */
const INTENSITY_BITS = 12;
const INTENSITY_LEAST = -2048;

const DECIMALS_MOST = 8;

const [SPACE, MINUS, POINT, ZERO, BREAK] = [0x20, 0x2d, 0x2e, 0x30, 0x0a];

/**
 * PTS (Leica): the number of points, then one line for each point: x, y, z, intensity from −2048 to 2047, and red,
 * green, blue of 8 bits where there are colours. Coordinates have as many decimals as the grid. Intensities of a cloud
 * of 8, 12 or 16 bits fill that range, so that those of 8 and 12 keep all their levels; intensity is 0 where there is
 * none.
 */
export const createPtsWriter: CreatePointWriter = (path, facts) => new PtsWriter(path, facts);

class PtsWriter implements PointWriter {
  readonly #file: PartFile;
  readonly #facts: PointFileFacts;
  readonly #decimals: number;
  readonly #line = Buffer.allocUnsafe(BUFFER_BYTES);
  #points = 0;

  constructor(path: string, facts: PointFileFacts) {
    this.#facts = facts;
    this.#decimals = decimalsOf(facts.grid);
    this.#file = new PartFile(path);
    this.#file.append(this.#countLine());
  }

  write(records: Uint8Array, count: number): void {
    const { ints, shorts } = viewRecords(records, count);
    const { grid, fields, isColor8Bit, intensityBits } = this.#facts;
    const text = this.#line;
    const shift = isColor8Bit ? 0 : 8;
    const levelsAUnit = levelsAUnitOf(intensityBits);
    const unit = 10 ** this.#decimals;
    let at = 0;
    for (let i = 0; i < count; i++) {
      if (at > BUFFER_BYTES - LINE_LONGEST) {
        this.#file.append(text.subarray(0, at));
        at = 0;
      }
      for (let axis = 0; axis < 3; axis++) {
        const value = ints[i * RECORD_WORDS + axis]! * grid.scale[axis]! + grid.offset[axis]!;
        at = putFixed(text, at, Math.round(value * unit), this.#decimals, unit);
        text[at++] = SPACE;
      }
      const intensity = fields.intensity
        ? Math.floor(shorts[i * SHORTS + SHORT.intensity]! * levelsAUnit) + INTENSITY_LEAST
        : 0;
      at = putInteger(text, at, intensity);
      if (fields.color)
        for (let color = i * SHORTS + SHORT.red, end = color + 3; color < end; color++) {
          text[at++] = SPACE;
          at = putInteger(text, at, Math.min(255, shorts[color]! >> shift));
        }
      text[at++] = BREAK;
    }
    this.#file.append(text.subarray(0, at));
    this.#points += count;
  }

  finish(): { points: number; sizeBytes: number } {
    this.#file.replace(this.#countLine(), 0);
    this.#file.finish();
    return { points: this.#points, sizeBytes: this.#file.sizeBytes };
  }

  discard(): void {
    this.#file.discard();
  }

  #countLine(): Buffer {
    return Buffer.from(`${String(this.#points).padEnd(COUNT_WIDTH)}\n`, 'latin1');
  }
}

/**
 * Levels of PTS for one step of an intensity: 16 where the greatest needs 8 bits, 1 where it needs 12, else a
 * sixteenth.
 */
function levelsAUnitOf(intensityBits: number): number {
  if (intensityBits <= 8) return 16;
  return intensityBits <= INTENSITY_BITS ? 1 : 1 / 16;
}

/**
 * The fewest decimals that write each coordinate of a grid exactly; a tenth of its step where no number of decimals is
 * exact.
 */
function decimalsOf({ scale, offset }: PointGrid): number {
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) <= 1e-6 * Math.min(1, Math.abs(value));
  for (let decimals = 0; decimals <= DECIMALS_MOST; decimals++)
    if ([...scale, ...offset].every((value) => value === 0 || isWhole(value * 10 ** decimals))) return decimals;
  return Math.min(DECIMALS_MOST, Math.max(0, 1 - Math.floor(Math.log10(Math.min(...scale)))));
}

/** Writes `value` ÷ `unit`, which is 10 to the power of `decimals`. Returns the place after it. */
function putFixed(text: Uint8Array, at: number, value: number, decimals: number, unit: number): number {
  const size = Math.abs(value);
  const whole = Math.floor(size / unit);
  let place = at;
  if (value < 0) text[place++] = MINUS;
  place = putInteger(text, place, whole);
  if (decimals === 0) return place;
  text[place++] = POINT;
  putDigits(text, place, decimals, size - whole * unit);
  return place + decimals;
}

/** More digits than this do not fit 31 bits. */
const DIGITS_AT_ONCE = 9;
const BILLION = 10 ** DIGITS_AT_ONCE;

/** Writes a whole number. Returns the place after it. */
function putInteger(text: Uint8Array, at: number, value: number): number {
  let place = at;
  if (value < 0) text[place++] = MINUS;
  const size = Math.abs(value);
  if (size >= BILLION) {
    place = putInteger(text, place, Math.floor(size / BILLION));
    putDigits(text, place, DIGITS_AT_ONCE, size % BILLION);
    return place + DIGITS_AT_ONCE;
  }
  let digits = 1;
  for (let over = 10; over <= size; over *= 10) digits++;
  putDigits(text, place, digits, size);
  return place + digits;
}

/** The last `digits` digits of a number of 31 bits, which division by 10 in integers makes fast. */
function putDigits(text: Uint8Array, at: number, digits: number, value: number): void {
  let rest = value | 0;
  for (let place = at + digits - 1; place >= at; place--) {
    const tenth = (rest / 10) | 0;
    text[place] = ZERO + (rest - tenth * 10);
    rest = tenth;
  }
}
