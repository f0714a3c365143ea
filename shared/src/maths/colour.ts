/** A colour as hue, saturation and lightness. */

export interface Hsv {
  /** 0 to 360, red first; 0 for greys. */
  readonly hueDeg: number;
  /** 0 to 1. */
  readonly saturation: number;
  /** 0 to 1. */
  readonly brightness: number;
}

/** Of red, green and blue from 0 to 255. */
export function hsvOf([red, green, blue]: readonly [number, number, number]): Hsv {
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  return {
    hueDeg: spread === 0 ? 0 : hueDegOf(red, green, blue, most, spread),
    saturation: most === 0 ? 0 : spread / most,
    brightness: most / 255,
  };
}

function hueDegOf(red: number, green: number, blue: number, most: number, spread: number): number {
  if (most === red) return (60 * ((green - blue) / spread) + 360) % 360;
  return most === green ? 60 * ((blue - red) / spread + 2) : 60 * ((red - green) / spread + 4);
}

/** #rrggbb as three numbers from 0 to 255. */
export function rgbOf(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The angle between two hues, 0 to 180. */
export function hueDistanceDeg(a: number, b: number): number {
  const difference = Math.abs(a - b) % 360;
  return Math.min(difference, 360 - difference);
}

/** The colour at a share (0 to 1) along a ramp of evenly spaced colours (#rrggbb, two or more), each 0 to 255. */
export function rampColor(ramp: readonly string[], share: number): [number, number, number] {
  const at = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const from = Math.min(Math.floor(at), ramp.length - 2);
  const [a, b] = [rgbOf(ramp[from]!), rgbOf(ramp[from + 1]!)];
  const mixed = (k: 0 | 1 | 2) => Math.round(a[k] + (b[k] - a[k]) * (at - from));
  return [mixed(0), mixed(1), mixed(2)];
}
