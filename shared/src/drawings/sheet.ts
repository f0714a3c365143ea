/** Paper: short and long side, millimetres (ISO 216, ANSI/ASME Y14.1). */
export const SHEETS = {
  A4: [210, 297],
  A3: [297, 420],
  A2: [420, 594],
  A1: [594, 841],
  A0: [841, 1189],
  Letter: [215.9, 279.4],
  Tabloid: [279.4, 431.8],
} as const;
export type SheetName = keyof typeof SHEETS;
export const SHEET_NAMES = Object.keys(SHEETS) as SheetName[];

/** Scales that drawings have, as the n of 1 : n. */
export const SCALES = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000] as const;

/** Around the frame, and the title block below the drawing, millimetres. */
export const MARGIN_MM = 10;
export const TITLE_MM = 34;

export interface Layout {
  readonly widthMm: number;
  readonly heightMm: number;
  /** The room for the drawing. */
  readonly roomWidthMm: number;
  readonly roomHeightMm: number;
}

const layoutOf = (widthMm: number, heightMm: number): Layout => ({
  widthMm,
  heightMm,
  roomWidthMm: widthMm - 2 * MARGIN_MM,
  roomHeightMm: heightMm - 2 * MARGIN_MM - TITLE_MM,
});

/** The sheet lengthwise or upright, as a drawing of this shape has more room. */
export function sheetLayout(sheet: SheetName, widthM: number, heightM: number): Layout {
  const [short, long] = SHEETS[sheet];
  const layouts = [layoutOf(long, short), layoutOf(short, long)] as const;
  const room = ({ roomWidthMm, roomHeightMm }: Layout) => Math.min(roomWidthMm / widthM, roomHeightMm / heightM);
  return room(layouts[0]) >= room(layouts[1]) ? layouts[0] : layouts[1];
}

/** Whether a drawing of this size, metres, has room at a scale of 1 : n. */
export function fitsSheet(sheet: SheetName, widthM: number, heightM: number, scale: number): boolean {
  const { roomWidthMm, roomHeightMm } = sheetLayout(sheet, widthM, heightM);
  return (widthM * 1000) / scale <= roomWidthMm + 1e-9 && (heightM * 1000) / scale <= roomHeightMm + 1e-9;
}

/** The largest usual scale at which a drawing fits; null where it fits at none. */
export const scaleThatFits = (sheet: SheetName, widthM: number, heightM: number): number | null =>
  SCALES.find((scale) => fitsSheet(sheet, widthM, heightM, scale)) ?? null;

/** The smallest sheet of ISO on which a drawing fits at a scale; null where it fits on none. */
export const sheetThatFits = (widthM: number, heightM: number, scale: number): SheetName | null =>
  (['A4', 'A3', 'A2', 'A1', 'A0'] as const).find((sheet) => fitsSheet(sheet, widthM, heightM, scale)) ?? null;
