/**
 * The adaptive arithmetic decoder of LASzip (A. Said, "Introduction to Arithmetic Coding", 2004, and its FastAC), as far as
 * chunk tables need it.
 */

const MIN_INTERVAL = 2 ** 24;
const SYMBOL_SHIFT = 15;
const BIT_SHIFT = 13;

/** How often each symbol came so far, as bounds of 15 bits. */
export class SymbolModel {
  readonly bounds: Uint32Array;
  readonly #counts: Uint32Array;
  #total = 0;
  #cycle: number;
  #untilUpdate: number;

  constructor(symbols: number) {
    this.bounds = new Uint32Array(symbols);
    this.#counts = new Uint32Array(symbols).fill(1);
    this.#cycle = symbols;
    this.#update();
    this.#cycle = (symbols + 6) >> 1;
    this.#untilUpdate = this.#cycle;
  }

  count(symbol: number): void {
    this.#counts[symbol]!++;
    if (--this.#untilUpdate === 0) this.#update();
  }

  #update(): void {
    const counts = this.#counts;
    this.#total += this.#cycle;
    if (this.#total > 1 << SYMBOL_SHIFT) {
      this.#total = 0;
      for (let i = 0; i < counts.length; i++) this.#total += counts[i] = (counts[i]! + 1) >> 1;
    }
    const scale = Math.floor(2 ** 31 / this.#total);
    for (let i = 0, sum = 0; i < counts.length; sum += counts[i++]!)
      this.bounds[i] = Math.floor((scale * sum) / 2 ** (31 - SYMBOL_SHIFT));
    this.#cycle = Math.min((5 * this.#cycle) >> 2, (counts.length + 6) << 3);
    this.#untilUpdate = this.#cycle;
  }
}

/** The same for one bit, with 13 bits. */
export class BitModel {
  zeroShare = 1 << (BIT_SHIFT - 1);
  #zeros = 1;
  #total = 2;
  #cycle = 4;
  #untilUpdate = 4;

  count(bit: number): void {
    if (bit === 0) this.#zeros++;
    if (--this.#untilUpdate > 0) return;
    this.#total += this.#cycle;
    if (this.#total > 1 << BIT_SHIFT) {
      this.#total = (this.#total + 1) >> 1;
      this.#zeros = (this.#zeros + 1) >> 1;
      if (this.#zeros === this.#total) this.#total++;
    }
    this.zeroShare = Math.floor((this.#zeros * Math.floor(2 ** 31 / this.#total)) / 2 ** (31 - BIT_SHIFT));
    this.#cycle = Math.min((5 * this.#cycle) >> 2, 64);
    this.#untilUpdate = this.#cycle;
  }
}

/** Decodes from `bytes`; beyond their end it reads zeros, and the caller checks the result. */
export class ArithmeticDecoder {
  #at = 4;
  #value: number;
  #interval = 2 ** 32 - 1;

  constructor(private readonly bytes: Uint8Array) {
    this.#value = ((this.#byte(0) << 24) | (this.#byte(1) << 16) | (this.#byte(2) << 8) | this.#byte(3)) >>> 0;
  }

  bit(model: BitModel): number {
    const bound = model.zeroShare * (this.#interval >>> BIT_SHIFT);
    const bit = this.#value >= bound ? 1 : 0;
    this.#narrow(bit === 0 ? 0 : bound, bit === 0 ? bound : this.#interval);
    model.count(bit);
    return bit;
  }

  symbol(model: SymbolModel): number {
    const { bounds } = model;
    const unit = this.#interval >>> SYMBOL_SHIFT;
    let symbol = bounds.length - 1;
    while (symbol > 0 && bounds[symbol]! * unit > this.#value) symbol--;
    const end = symbol === bounds.length - 1 ? this.#interval : bounds[symbol + 1]! * unit;
    this.#narrow(bounds[symbol]! * unit, end);
    model.count(symbol);
    return symbol;
  }

  /** An unsigned number of at most 32 bits without a model. */
  bits(count: number): number {
    if (count > 19) {
      const low = this.bits(16);
      return this.bits(count - 16) * 2 ** 16 + low;
    }
    const unit = this.#interval >>> count;
    const value = Math.floor(this.#value / unit);
    this.#narrow(value * unit, value * unit + unit);
    return value;
  }

  #narrow(from: number, to: number): void {
    this.#value -= from;
    this.#interval = to - from;
    while (this.#interval < MIN_INTERVAL) {
      // Damaged bytes can give a value beyond the interval; only its 32 bits are kept.
      this.#value = ((this.#value << 8) | this.#byte(this.#at++)) >>> 0;
      this.#interval *= 256;
    }
  }

  #byte(at: number): number {
    return this.bytes[at] ?? 0;
  }
}
