import type { Drawing } from './drawing.ts';
import { plotDrawing } from './plot.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
const number = (value: number): string => String(Math.round(value * 1000) / 1000);

/** The drawing on its sheet as SVG, true to scale: its units are millimetres. Each object is a group with its name. */
export function writeSvg(drawing: Drawing): string {
  const { layout, paths, texts } = plotDrawing(drawing);
  const { widthMm, heightMm } = layout;
  const pathOf = (points: readonly number[], isClosed: boolean): string => {
    const corners: string[] = [];
    for (let at = 0; at < points.length; at += 2)
      corners.push(`${at === 0 ? 'M' : 'L'}${number(points[at]!)} ${number(heightMm - points[at + 1]!)}`);
    return corners.join('') + (isClosed ? 'Z' : '');
  };
  const groups = new Map<string | undefined, string[]>();
  for (const { name, points, isClosed, widthMm: stroke, isFilled, rgb } of paths) {
    const fill = isFilled ? ' fill="#000"' : '';
    const color = rgb?.some((part) => part > 0) ? ` stroke="rgb(${rgb.join(',')})"` : '';
    const element = `<path d="${pathOf(points, isClosed)}" stroke-width="${stroke}"${color}${fill}/>`;
    const group = groups.get(name);
    if (group) group.push(element);
    else groups.set(name, [element]);
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthMm}mm" height="${heightMm}mm" viewBox="0 0 ${widthMm} ${heightMm}">`,
    `<title>${escaped(drawing.title.title)}</title>`,
    `<rect width="${widthMm}" height="${heightMm}" fill="#fff"/>`,
    '<g fill="none" stroke="#000" stroke-linejoin="round">',
    ...[...groups].map(([name, elements]) =>
      name === undefined ? elements.join('') : `<g data-object="${escaped(name)}">${elements.join('')}</g>`,
    ),
    '</g>',
    '<g font-family="Helvetica, Arial, sans-serif">',
    ...texts.map(
      ({ text, xMm, yMm, sizeMm }) =>
        `<text x="${number(xMm)}" y="${number(heightMm - yMm)}" font-size="${sizeMm}">${escaped(text)}</text>`,
    ),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
