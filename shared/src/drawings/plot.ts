/** What is on a sheet, for all formats that have sheets: millimetres from its lower left corner. */
import type { Drawing } from './drawing.ts';
import { PEN_NAMES, type PenName, PENS } from './pens.ts';
import { type Layout, MARGIN_MM, sheetLayout, TITLE_MM } from './sheet.ts';

export interface PlottedPath {
  /** Flat xy, millimetres. */
  readonly points: readonly number[];
  readonly isClosed: boolean;
  readonly widthMm: number;
  /** Each 0 to 255; black where absent. */
  readonly rgb?: readonly [number, number, number];
  /** Filled instead of stroked. */
  readonly isFilled?: boolean;
  /** Of the object; absent for the frame. */
  readonly name?: string;
}

export interface PlottedText {
  readonly text: string;
  readonly xMm: number;
  readonly yMm: number;
  readonly sizeMm: number;
}

export interface Plot {
  readonly layout: Layout;
  readonly paths: readonly PlottedPath[];
  readonly texts: readonly PlottedText[];
}

const LINE_MM = 0.25;
const FRAME_MM = 0.5;
const TITLE_SIZE_MM = 5;
const FACT_SIZE_MM = 2.8;
const FACT_STEP_MM = 4.2;
const FACTS_A_COLUMN = 5;

/** Places a drawing in the middle of the room of its sheet, with frame, title block, scale bar and north. */
export function plotDrawing(drawing: Drawing): Plot {
  const { objects, sheet, scale, widthM, heightM } = drawing;
  const layout = sheetLayout(sheet, widthM, heightM);
  const perMetre = 1000 / scale;
  const middle = [layout.widthMm / 2, MARGIN_MM + TITLE_MM + layout.roomHeightMm / 2] as const;
  const paths: PlottedPath[] = [];
  const order = (pen: PenName) => PEN_NAMES.indexOf(pen);
  for (const { name, pen, lines } of objects.toSorted((a, b) => order(a.pen) - order(b.pen)))
    for (const { points, isClosed } of lines)
      paths.push({
        name,
        isClosed,
        widthMm: PENS[pen].widthMm,
        rgb: PENS[pen].rgb,
        points: points.map((metres, at) => middle[at % 2]! + metres * perMetre),
      });
  const framed = frame(layout);
  const marks = titleBlock(drawing, layout);
  return { layout, paths: [...paths, ...framed, ...marks.paths], texts: marks.texts };
}

const rectangle = (x: number, y: number, width: number, height: number): number[] => [
  x,
  y,
  x + width,
  y,
  x + width,
  y + height,
  x,
  y + height,
];

const frame = ({ widthMm, heightMm }: Layout): PlottedPath[] => [
  {
    points: rectangle(MARGIN_MM, MARGIN_MM, widthMm - 2 * MARGIN_MM, heightMm - 2 * MARGIN_MM),
    isClosed: true,
    widthMm: FRAME_MM,
  },
  {
    points: [MARGIN_MM, MARGIN_MM + TITLE_MM, widthMm - MARGIN_MM, MARGIN_MM + TITLE_MM],
    isClosed: false,
    widthMm: FRAME_MM,
  },
];

function titleBlock({ title, scale, bar, northDeg }: Drawing, { widthMm }: Layout): Omit<Plot, 'layout'> {
  const left = MARGIN_MM + 4;
  const top = MARGIN_MM + TITLE_MM;
  const column = (widthMm - 2 * MARGIN_MM - 60) / 2;
  const texts: PlottedText[] = [{ text: title.title, xMm: left, yMm: top - 8, sizeMm: TITLE_SIZE_MM }];
  for (const [index, text] of title.facts.entries())
    texts.push({
      text,
      xMm: left + column * Math.floor(index / FACTS_A_COLUMN),
      yMm: top - 14 - FACT_STEP_MM * (index % FACTS_A_COLUMN),
      sizeMm: FACT_SIZE_MM,
    });
  const barMm = (bar.metres * 1000) / scale;
  const [barX, barY] = [widthMm - MARGIN_MM - 8 - Math.max(barMm, 22), MARGIN_MM + 6];
  const paths: PlottedPath[] = [
    { points: rectangle(barX, barY, barMm, 1.5), isClosed: true, widthMm: LINE_MM },
    { points: rectangle(barX, barY, barMm / 2, 1.5), isClosed: true, widthMm: LINE_MM, isFilled: true },
  ];
  texts.push(
    { text: '0', xMm: barX, yMm: barY + 3, sizeMm: FACT_SIZE_MM },
    { text: bar.text, xMm: barX + barMm - 6, yMm: barY + 3, sizeMm: FACT_SIZE_MM },
    { text: `1 : ${scale}`, xMm: barX, yMm: barY + 9, sizeMm: TITLE_SIZE_MM },
  );
  if (northDeg !== null) {
    const arrow = northArrow(widthMm - MARGIN_MM - 9, top - 9, northDeg);
    paths.push(arrow.path);
    texts.push(arrow.text);
  }
  return { paths, texts };
}

function northArrow(x: number, y: number, northDeg: number): { path: PlottedPath; text: PlottedText } {
  const angle = (northDeg * Math.PI) / 180;
  const turned = (along: number, aside: number): [number, number] => [
    x + along * Math.sin(angle) + aside * Math.cos(angle),
    y + along * Math.cos(angle) - aside * Math.sin(angle),
  ];
  const [tipX, tipY] = turned(6.5, 0);
  const points = [...turned(5, 0), ...turned(-4, 2.5), ...turned(-2.5, 0), ...turned(-4, -2.5)];
  return {
    path: { points, isClosed: true, widthMm: LINE_MM, isFilled: true },
    text: { text: 'N', xMm: tipX - 1, yMm: tipY - 1, sizeMm: FACT_SIZE_MM },
  };
}
