/** How things of a drawing are drawn: what is farther away first, so that the cut lies over it. */
export const PENS = {
  behind: { widthMm: 0.13, rgb: [136, 136, 136], dxfColor: 8, dxfSuffix: '$BEHIND' },
  cut: { widthMm: 0.25, rgb: [0, 0, 0], dxfColor: 7, dxfSuffix: '' },
} as const satisfies Readonly<Record<string, Pen>>;

interface Pen {
  readonly widthMm: number;
  /** On paper, each 0 to 255. */
  readonly rgb: readonly [number, number, number];
  /** Number in AutoCAD's list of colours. */
  readonly dxfColor: number;
  /** At the end of the names of layers. */
  readonly dxfSuffix: string;
}
export type PenName = keyof typeof PENS;
export const PEN_NAMES = Object.keys(PENS) as PenName[];
