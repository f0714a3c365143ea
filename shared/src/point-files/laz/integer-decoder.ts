import { type ArithmeticDecoder, BitModel, SymbolModel } from './arithmetic-decoder.ts';

const BITS = 32;
/** Corrections of more bits than these have their low bits stored as they are. */
const MODELLED_BITS = 8;

/**
 * LASzip's coding of 32-bit integers: each is stored as its difference from a prediction, coded by the number of bits
 * of the difference.
 */
export class IntegerDecoder {
  readonly #lengths: readonly SymbolModel[];
  readonly #corrections: readonly SymbolModel[];
  readonly #zeroOrOne = new BitModel();

  constructor(
    private readonly decoder: ArithmeticDecoder,
    contexts: number,
  ) {
    this.#lengths = Array.from({ length: contexts }, () => new SymbolModel(BITS + 1));
    this.#corrections = Array.from({ length: BITS }, (_, k) => new SymbolModel(1 << Math.min(k, MODELLED_BITS)));
  }

  /** An unsigned integer; `context` is the kind of number, `predicted` is the expected value. */
  next(predicted: number, context: number): number {
    return (predicted + this.#correction(this.#lengths[context]!)) >>> 0;
  }

  #correction(lengths: SymbolModel): number {
    const k = this.decoder.symbol(lengths);
    if (k === 0) return this.decoder.bit(this.#zeroOrOne);
    if (k === BITS) return -(2 ** 31);
    let c = this.decoder.symbol(this.#corrections[k]!);
    if (k > MODELLED_BITS) c = c * 2 ** (k - MODELLED_BITS) + this.decoder.bits(k - MODELLED_BITS);
    return c >= 2 ** (k - 1) ? c + 1 : c - (2 ** k - 1);
  }
}
