import type { Sheet, SheetLine, SheetText, Xy } from './sheet-items.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML 1.0 has no place for control characters. */
const escaped = (text: string): string => text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
const figure = (mm: number): string => String(Number(mm.toFixed(3)));
const placeOf = ([x, y]: Xy): string => `${figure(x)} ${figure(y)}`;

/** An SVG 1.1 of true size: its units are millimetres of the sheet. Each object is a group with its name. */
export function writeSvg({ title, widthMm, heightMm, lines, texts }: Sheet): string {
  const byObject = new Map<string | undefined, SheetLine[]>();
  for (const line of lines) {
    const own = byObject.get(line.object);
    if (own) own.push(line);
    else byObject.set(line.object, [line]);
  }
  const groups = [...byObject].map(([object, own]) => {
    const drawn = own.map(pathOf).join('');
    return object === undefined ? `<g>${drawn}</g>` : `<g><title>${escaped(object)}</title>${drawn}</g>`;
  });
  const size = `width="${figure(widthMm)}mm" height="${figure(heightMm)}mm"`;
  const box = `viewBox="0 0 ${figure(widthMm)} ${figure(heightMm)}"`;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<svg xmlns="http://www.w3.org/2000/svg" version="1.1" ${size} ${box}>`,
    `<title>${escaped(title)}</title>`,
    `<g fill="none" stroke="#000" stroke-linejoin="round" stroke-linecap="round">`,
    ...groups,
    `</g>`,
    `<g font-family="Helvetica, Arial, sans-serif">`,
    ...texts.map(textOf),
    `</g>`,
    `</svg>`,
    '',
  ].join('\n');
}

function pathOf({ points, isClosed, widthMm, isFilled }: SheetLine): string {
  const way = `M${points.map(placeOf).join('L')}${isClosed ? 'Z' : ''}`;
  return `<path d="${way}" stroke-width="${figure(widthMm)}"${isFilled ? ' fill="#000"' : ''}/>`;
}

function textOf({ at: [x, y], heightMm, text, isCentred, isBold }: SheetText): string {
  const style = `${isCentred ? ' text-anchor="middle"' : ''}${isBold ? ' font-weight="bold"' : ''}`;
  return `<text x="${figure(x)}" y="${figure(y)}" font-size="${figure(heightMm)}"${style}>${escaped(text)}</text>`;
}
