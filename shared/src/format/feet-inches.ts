import { MINUS, numberText } from './number.ts';
import { unitMetres } from './units.ts';

/** Thin and unbreakable, between feet and inches. */
const GAP = '\u202F';
/** Whole inches and a fraction must not be read as one number. */
const WIDE_GAP = '\u00A0';
const INCHES = 12;
/** The fraction of an inch that is told: 1.6 mm, about what two decimals of a metre tell. */
const PARTS = 16;

/** Metres as `12′ 3 5/8″`, to the nearest sixteenth of an inch; a dash for what is not a number. */
export function feetInchesText(metres: number): string {
  if (!Number.isFinite(metres)) return '–';
  const parts = Math.round((Math.abs(metres) / unitMetres('feetInches')) * INCHES * PARTS);
  const feet = Math.floor(parts / (INCHES * PARTS));
  const inches = inchesText(parts % (INCHES * PARTS));
  const texts = [
    ...(feet > 0 ? [`${numberText(feet, 0)}′`] : []),
    ...(inches !== '0' || feet === 0 ? [`${inches}″`] : []),
  ];
  return (metres < 0 && parts > 0 ? MINUS : '') + texts.join(GAP);
}

/** Sixteenths of an inch as inches and a reduced fraction: "3 5/8", "5/8", "3". */
function inchesText(parts: number): string {
  const whole = Math.floor(parts / PARTS);
  let [part, of] = [parts % PARTS, PARTS];
  if (part === 0) return String(whole);
  for (; part % 2 === 0; part /= 2) of /= 2;
  return `${whole > 0 ? `${whole}${WIDE_GAP}` : ''}${part}/${of}`;
}
