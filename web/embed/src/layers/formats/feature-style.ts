/** Colours and widths of features: the properties of simplestyle-spec 1.1, which the reader of KML writes too. */

type Color = [number, number, number, number];
type Properties = Readonly<Record<string, unknown>>;

/** Violet: no state, selection or part of the interface uses it. */
const INK: Color = [196, 181, 253, 255];
const WASH: Color = [139, 92, 246, 90];
const WIDTH_PX = 2;
const WIDEST_PX = 20;
/** Opacity of a fill whose style has none (simplestyle-spec). */
const FILL_OPACITY = 0.6;

export const lineColor = (properties: Properties): Color =>
  styled(properties, 'stroke', 'stroke-opacity', 1) ?? [
    INK[0],
    INK[1],
    INK[2],
    alphaOf(properties['stroke-opacity'], 1),
  ];

export const fillColor = (properties: Properties): Color =>
  styled(properties, 'fill', 'fill-opacity', FILL_OPACITY) ?? [
    WASH[0],
    WASH[1],
    WASH[2],
    alphaOf(properties['fill-opacity'], WASH[3] / 255),
  ];

export const pointColor = (properties: Properties): Color =>
  styled(properties, 'marker-color', 'marker-opacity', 1) ?? INK;

/** CSS pixels. */
export function lineWidth(properties: Properties): number {
  const width = numberOf(properties['stroke-width']);
  return width === null || width < 0 ? WIDTH_PX : Math.min(WIDEST_PX, width);
}

function styled(properties: Properties, name: string, opacityName: string, opacity: number): Color | null {
  const rgb = rgbOf(properties[name]);
  return rgb && [...rgb, alphaOf(properties[opacityName], opacity)];
}

function alphaOf(value: unknown, otherwise: number): number {
  const opacity = numberOf(value) ?? otherwise;
  return Math.round(255 * Math.min(1, Math.max(0, opacity)));
}

const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** `#rgb` or `#rrggbb`, the number sign is optional. */
function rgbOf(value: unknown): [number, number, number] | null {
  const text = typeof value === 'string' ? /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(value.trim())?.[1] : undefined;
  if (text === undefined) return null;
  const six = text.length === 3 ? text.replaceAll(/./g, '$&$&') : text;
  const at = (start: number) => Number.parseInt(six.slice(start, start + 2), 16);
  return [at(0), at(2), at(4)];
}
