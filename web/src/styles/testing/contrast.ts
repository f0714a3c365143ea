/** A colour as the screen shows it: red, green, blue 0 to 255, alpha 0 to 1. */
export interface Colour {
  rgb: readonly [number, number, number];
  alpha: number;
}

/** Reads `#rrggbb`, `#rgb` and `rgb(r g b / a)`. Throws for any other notation. */
export function parseColour(text: string): Colour {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (hex) {
    const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
    const channel = (at: number) => Number.parseInt(full.slice(at, at + 2), 16);
    return { rgb: [channel(0), channel(2), channel(4)], alpha: 1 };
  }
  const parts = /^rgb\((\d+) (\d+) (\d+)(?: \/ ([\d.]+))?\)$/.exec(text);
  if (!parts) throw new Error(`"${text}" is not a colour that this reads.`);
  return { rgb: [Number(parts[1]), Number(parts[2]), Number(parts[3])], alpha: Number(parts[4] ?? 1) };
}

/** What `over` looks like on an opaque ground. */
export function blend(over: Colour, ground: Colour): Colour {
  const mix = (index: 0 | 1 | 2) => over.rgb[index] * over.alpha + ground.rgb[index] * (1 - over.alpha);
  return { rgb: [mix(0), mix(1), mix(2)], alpha: 1 };
}

/** Relative luminance, WCAG 2.2. */
function luminance({ rgb }: Colour): number {
  const [r, g, b] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: Colour, b: Colour): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
