/** A column's values as those of a record: `value × factor + shift`, rounded and within 16 bits. */
export interface ValueScale {
  readonly factor: number;
  readonly shift: number;
}

/** Nothing changed. */
export const AS_IT_IS: ValueScale = { factor: 1, shift: 0 };

/** A smaller share of the values does not decide the scale of all. */
const ODD_SHARE = 0.001;

/** What intensities of a file say about their scale, NaN left out. */
export class IntensityRange {
  private values = 0;
  private negative = 0;
  private aboveOne = 0;
  private hasShares = false;
  greatest = -Infinity;

  add(value: number): void {
    if (Number.isNaN(value)) return;
    this.values++;
    if (value < 0) this.negative++;
    if (value > 1) this.aboveOne++;
    if (value > 0 && value < 1) this.hasShares = true;
    if (value > this.greatest) this.greatest = value;
  }

  /** Whether more than a few are negative. */
  get isSigned(): boolean {
    return this.negative > this.values * ODD_SHARE;
  }

  /** Whether they are shares of 1, but for a few. */
  get isShares(): boolean {
    return this.aboveOne === 0 || (this.hasShares && this.aboveOne <= this.values * ODD_SHARE);
  }
}

/**
 * How intensities of a file become 16 bits, by their range in the whole file, because text formats do not state it: 0…1,
 * 0…255, −2048…2047 (as in PTS; assumed where more than a few values are negative or none is above 2047), otherwise as
 * they are.
 */
export function intensityScale({ isSigned, isShares, greatest }: IntensityRange): ValueScale {
  if (isSigned) return { factor: 16, shift: 2048 * 16 };
  if (isShares) return { factor: 65_535, shift: 0 };
  if (greatest <= 255) return { factor: 257, shift: 0 };
  return greatest <= 2047 ? { factor: 16, shift: 2048 * 16 } : AS_IT_IS;
}

/** What the values of the colours of a file say about their scale, NaN left out. */
export class ColorRange {
  private values = 0;
  private above = 0;
  private hasShares = false;

  add(value: number): void {
    if (!(value > 0)) return;
    this.values++;
    if (value > 1) this.above++;
    else if (value < 1) this.hasShares = true;
  }

  /** Whether they are shares of 1, but for a few. */
  get isShares(): boolean {
    return this.above === 0 || (this.hasShares && this.above <= this.values * ODD_SHARE);
  }
}

/** How colours of a file become those of a record: 0…1 is scaled to 8 bits, others stay as they are. */
export const colorScale = ({ isShares }: ColorRange): ValueScale => (isShares ? { factor: 255, shift: 0 } : AS_IT_IS);

/** A value in its scale, rounded, within 16 bits; NaN is 0. */
export function scaled(value: number, { factor, shift }: ValueScale): number {
  const moved = Math.round(value * factor + shift);
  return moved > 0 ? (moved < 65_535 ? moved : 65_535) : 0;
}

/** A smaller share of points does not make colours of 8 bits those of 16, in which all others would be black. */
const DEEP_SHARE = 0.01;

/**
 * Whether colours that are stored in 16 bits have 8, by the points that have any colour and those with a channel above
 * 255.
 */
export const areColors8Bit = ({ colored, deep }: { readonly colored: number; readonly deep: number }): boolean =>
  deep <= colored * DEEP_SHARE;

/** From this share on, points of colour 0 among others have no colour, as programs write that have none, and are not black. */
const UNCOLORED_SHARE = 0.02;

/** Whether points of a file have no colours, by the points that have any. */
export const areUncolored = ({ points, colored }: { readonly points: number; readonly colored: number }): boolean =>
  points > 0 && points - colored >= points * UNCOLORED_SHARE;
