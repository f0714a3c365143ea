import type { E57Field } from './e57-fields.ts';

/** Most bytes by which a field may be ahead of the others. */
const MOST_BYTES = 8 * 1024 * 1024;
/** A value is read with up to eight bytes after its first. */
const PADDING_BYTES = 16;
const TWO_32 = 2 ** 32;

/**
 * The stream of bits of a field: bytes are appended packet by packet, and values are read; a value may begin in one
 * packet and end in the next.
 */
export class BitColumn {
  #bytes = new Uint8Array(2 ** 17);
  #view = new DataView(this.#bytes.buffer);
  #end = 0;
  /** Of the next value; below 8 × `#end`. */
  #bit = 0;

  constructor(readonly field: E57Field) {}

  /** Appends bytes. False where the field is too far ahead of the others. */
  push(bytes: Uint8Array): boolean {
    const from = Math.floor(this.#bit / 8);
    this.#bytes.copyWithin(0, from, this.#end);
    this.#end -= from;
    this.#bit -= from * 8;
    const needed = this.#end + bytes.length + PADDING_BYTES;
    if (needed > MOST_BYTES) return false;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(needed * 2);
      larger.set(this.#bytes.subarray(0, this.#end));
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
    return true;
  }

  /** Values that can be taken now. */
  get available(): number {
    return this.field.bits === 0 ? Infinity : Math.floor((this.#end * 8 - this.#bit) / this.field.bits);
  }

  /** Puts the next `count` values, as they are stored, into `out`; `count` is at most `available`. */
  take(count: number, out: Float64Array): void {
    const { kind, bits } = this.field;
    if (bits === 0) out.fill(this.#least, 0, count);
    else if (kind === 'single') this.#singles(count, out);
    else if (kind === 'double') this.#doubles(count, out);
    else if (bits <= 25) this.#short(count, out);
    else if (bits <= 32) this.#upTo32(count, out);
    else this.#long(count, out);
    this.#bit += count * bits;
  }

  get #least(): number {
    return this.field.least.high * TWO_32 + this.field.least.low;
  }

  #singles(count: number, out: Float64Array): void {
    const view = this.#view;
    for (let i = 0, at = this.#bit >> 3; i < count; i++, at += 4) out[i] = view.getFloat32(at, true);
  }

  #doubles(count: number, out: Float64Array): void {
    const view = this.#view;
    for (let i = 0, at = this.#bit >> 3; i < count; i++, at += 8) out[i] = view.getFloat64(at, true);
  }

  /** Up to 25 bits lie in four bytes, at any bit that they begin with. */
  #short(count: number, out: Float64Array): void {
    const view = this.#view;
    const { bits } = this.field;
    const mask = 2 ** bits - 1;
    const least = this.#least;
    for (let i = 0, bit = this.#bit; i < count; i++, bit += bits)
      out[i] = ((view.getUint32(bit >> 3, true) >>> (bit & 7)) & mask) + least;
  }

  #upTo32(count: number, out: Float64Array): void {
    const view = this.#view;
    const { bits } = this.field;
    const unused = 32 - bits;
    const least = this.#least;
    for (let i = 0, bit = this.#bit; i < count; i++, bit += bits)
      out[i] = ((wordAt(view, bit) << unused) >>> unused) + least;
  }

  /** Exact below 2^53, because each half is first added to that of the least value. */
  #long(count: number, out: Float64Array): void {
    const view = this.#view;
    const { bits, least } = this.field;
    const unused = 64 - bits;
    for (let i = 0, bit = this.#bit; i < count; i++, bit += bits) {
      const low = wordAt(view, bit) >>> 0;
      const high = (wordAt(view, bit + 32) << unused) >>> unused;
      out[i] = (high + least.high) * TWO_32 + (low + least.low);
    }
  }
}

/** 32 bits from any bit on. */
function wordAt(view: DataView, bit: number): number {
  const at = bit >> 3;
  const shift = bit & 7;
  const low = view.getUint32(at, true) >>> shift;
  return shift === 0 ? low : low | (view.getUint8(at + 4) << (32 - shift));
}
