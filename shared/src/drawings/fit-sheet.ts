/** Sheets by name: the long and the short side, millimetres (ISO 216, ASME Y14.1). */
export const SHEET_SIZES = {
  A4: [297, 210],
  A3: [420, 297],
  A2: [594, 420],
  A1: [841, 594],
  A0: [1189, 841],
  Letter: [279.4, 215.9],
  Tabloid: [431.8, 279.4],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

export type SheetName = keyof typeof SHEET_SIZES;
export const SHEET_NAMES = ['A4', 'A3', 'A2', 'A1', 'A0', 'Letter', 'Tabloid'] as const satisfies readonly SheetName[];

/** The n of the scales 1 : n that are offered (ISO 5455 and those of maps). */
export const DRAWING_SCALES = [
  1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 20_000, 50_000,
] as const;

/** From the sheet's edges to its frame, millimetres. */
export const SHEET_MARGIN_MM = 10;
/** The strip of the title block above the frame's lower side, millimetres. */
export const TITLE_STRIP_MM = 44;

/** The room for the drawing on a sheet that lies, millimetres. */
export function roomOnSheet(sheet: SheetName): readonly [widthMm: number, heightMm: number] {
  const [width, height] = SHEET_SIZES[sheet];
  return [width - 2 * SHEET_MARGIN_MM - 4, height - 2 * SHEET_MARGIN_MM - TITLE_STRIP_MM - 4];
}

/** What a place of so many metres takes at 1 : scale, millimetres. */
export const sizeAtScale = ([width, height]: readonly [number, number], scale: number): readonly [number, number] => [
  (width * 1000) / scale,
  (height * 1000) / scale,
];

/** Whether a place of so many metres fits on a sheet at 1 : scale. */
export function fitsOnSheet(sizeM: readonly [number, number], scale: number, sheet: SheetName): boolean {
  const [size, room] = [sizeAtScale(sizeM, scale), roomOnSheet(sheet)];
  return size[0] <= room[0] && size[1] <= room[1];
}

/** The smallest of A4 to A0 that has room; null where none has. */
export const smallestSheet = (sizeM: readonly [number, number], scale: number): SheetName | null =>
  SHEET_NAMES.slice(0, 5).find((sheet) => fitsOnSheet(sizeM, scale, sheet)) ?? null;

/** The largest scale that fits on a sheet, as the n of 1 : n; null where none does. */
export const largestScale = (sizeM: readonly [number, number], sheet: SheetName): number | null =>
  DRAWING_SCALES.find((scale) => fitsOnSheet(sizeM, scale, sheet)) ?? null;
