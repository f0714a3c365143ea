export { angleText } from './angle.ts';
export { areaText, squareFeet } from './area.ts';
export { llaTexts, utmTexts } from './coordinate.ts';
export { roughCountText } from './count.ts';
export { CSV_START, type CsvCell, csvLine, csvText } from './csv.ts';
export { dateText, dateTimeText, recentDateText } from './date.ts';
export { densityText } from './density.ts';
export {
  deltaNumber,
  deltaText,
  errorText,
  feet,
  lengthNumber,
  lengthText,
  lengthUnit,
  roughDistanceText,
} from './distance.ts';
export { isEmail } from './email.ts';
export { epsgOf } from './epsg.ts';
export { fileSizeText } from './file-size.ts';
export { COMBINING_MARKS, FOLDED_LETTERS, foldText, hasEveryWord } from './fold-text.ts';
export { type NiceLength, niceLength, type ScaleUnits } from './nice-length.ts';
export { type Units, numberText, signedText, withUnit } from './number.ts';
export { isInternationalNumber, toInternationalNumber } from './phone.ts';
export { type DecodedText, textOfBytes, windows1252Text } from './text-of-bytes.ts';
export { volumeText } from './volume.ts';
