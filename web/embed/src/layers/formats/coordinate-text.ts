/** Numbers of coordinates as spreadsheets write them. */

const DMS = /^([+-]?)(\d{1,3})\s*[°d]\s*(\d{1,2})\s*['′’]\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”]|''))?$/i;

/**
 * Returns the number of a cell; NaN if it has none. Decimals follow a point or a comma; with both, or several of one kind, the other
 * one separates thousands. Accepted are also a degree sign, minutes and seconds, and N, E, S or W at either end.
 */
export function coordinateOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  const text = value
    .trim()
    .replaceAll(/[\s\u00A0\u202F]+/g, ' ')
    .replace(/^[\u2212–]/, '-');
  const letter = /^[NSEWO]\b\s*|\s*[NSEWO]$/i.exec(text)?.[0] ?? '';
  const bare = (letter === '' ? text : text.replace(letter, '')).trim();
  // O stands for east in German and for west in French and Spanish; it is not accepted as a sign.
  if (/o/i.test(letter)) return Number.NaN;
  const size = dms(bare) ?? plain(bare.replace(/\s*(?:°|deg|m)$/i, ''));
  return /[sw]/i.test(letter) ? -size : size;
}

function dms(text: string): number | null {
  const match = DMS.exec(text);
  if (!match) return null;
  // The pattern has these groups, the last one if there are seconds.
  const [, sign, degrees, minutes, seconds = '0'] = match as unknown as [string, string, string, string, string?];
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds.replace(',', '.')) / 3600;
  return sign === '-' ? -size : size;
}

function plain(text: string): number {
  const tight = text.replaceAll(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '');
  const [points, commas] = [tight.split('.').length - 1, tight.split(',').length - 1];
  const decimal =
    commas > 0 && (points === 0 ? commas === 1 : commas === 1 && tight.lastIndexOf(',') > tight.lastIndexOf('.'))
      ? ','
      : '.';
  const grouping = decimal === ',' ? '.' : ',';
  const isGrouped = tight.includes(grouping) || tight.split(decimal).length > 2;
  const marks = tight.split(decimal).length > 2 ? /[.,]/g : decimal === ',' ? /\./g : /,/g;
  const number = (isGrouped ? tight.replaceAll(marks, '') : tight).replace(decimal, '.');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(number) ? Number(number) : Number.NaN;
}
