import { SHEET_MARGIN_MM, SHEET_SIZES, type SheetName, sizeAtScale, TITLE_STRIP_MM, roomOnSheet } from './fit-sheet.ts';
import type { Sheet, SheetLine, SheetText, Xy } from './sheet-items.ts';
import type { DrawnObject } from './write-dxf.ts';

export interface SheetContent {
  readonly sheet: SheetName;
  /** The n of 1 : n. */
  readonly scale: number;
  readonly title: string;
  /** Rows of the title block: label and text. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  /** In metres, right and up of the middle of the window. */
  readonly objects: readonly DrawnObject[];
  /** Of the window, metres. */
  readonly sizeM: readonly [number, number];
  /** Whether up on the sheet is north. */
  readonly isPlan: boolean;
}

const CUT_MM = 0.35;
const FRAME_MM = 0.7;
const THIN_MM = 0.18;
const BLOCK_WIDTH_MM = 150;
/** Of a letter over its height, on the safe side: longer texts are cut. */
const LETTER_WIDTH = 0.56;

const rectangle = (x: number, y: number, width: number, height: number): Xy[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

const cutTo = (text: string, widthMm: number, heightMm: number): string => {
  const most = Math.floor(widthMm / (LETTER_WIDTH * heightMm));
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
};

/** A sheet with the drawing in the middle of its room, a frame, a title block, a scale bar and, on a plan, an arrow to the north. */
export function composeSheet(content: SheetContent): Sheet {
  const { sheet, title, isPlan } = content;
  const [widthMm, heightMm] = SHEET_SIZES[sheet];
  const inner = [widthMm - 2 * SHEET_MARGIN_MM, heightMm - 2 * SHEET_MARGIN_MM] as const;
  const frame = { points: rectangle(SHEET_MARGIN_MM, SHEET_MARGIN_MM, ...inner), isClosed: true, widthMm: FRAME_MM };
  const foot = heightMm - SHEET_MARGIN_MM - TITLE_STRIP_MM;
  const blockWidth = Math.min(BLOCK_WIDTH_MM, inner[0] - 90);
  const parts = [
    titleBlock(content, [widthMm - SHEET_MARGIN_MM - blockWidth, foot], blockWidth),
    scaleBar(content.scale, [SHEET_MARGIN_MM + 6, foot + TITLE_STRIP_MM - 8]),
    ...(isPlan ? [northArrow([SHEET_MARGIN_MM + 14, foot + 16])] : []),
  ];
  return {
    title,
    widthMm,
    heightMm,
    lines: [...drawnLines(content), frame, ...parts.flatMap(({ lines }) => lines)],
    texts: parts.flatMap(({ texts }) => texts),
  };
}

function drawnLines({ objects, scale, sheet }: SheetContent): SheetLine[] {
  const [room, edge] = [roomOnSheet(sheet), SHEET_MARGIN_MM + 2];
  const toSheet = ([x, y]: Xy): Xy => {
    const [right, up] = sizeAtScale([x, y], scale);
    return [edge + room[0] / 2 + right, edge + room[1] / 2 - up];
  };
  return objects.flatMap(({ name, lines }) =>
    lines.map(({ points, isClosed }) => ({ points: points.map(toSheet), isClosed, widthMm: CUT_MM, object: name })),
  );
}

interface SheetPart {
  readonly lines: readonly SheetLine[];
  readonly texts: readonly SheetText[];
}

function titleBlock({ title, facts }: SheetContent, [left, top]: Xy, widthMm: number): SheetPart {
  const titleHeight = 8;
  const rows = Math.max(1, Math.ceil(facts.length / 2));
  const rowHeight = (TITLE_STRIP_MM - titleHeight) / rows;
  const half = widthMm / 2;
  const ruled = Array.from({ length: rows }, (_, row): SheetLine => {
    const y = top + titleHeight + row * rowHeight;
    return {
      points: [
        [left, y],
        [left + widthMm, y],
      ],
      isClosed: false,
      widthMm: THIN_MM,
    };
  });
  const texts = facts.flatMap(([label, text], i): SheetText[] => {
    const x = left + 1.5 + (i % 2) * half;
    const y = top + titleHeight + Math.floor(i / 2) * rowHeight;
    return [
      { at: [x, y + 2.8], heightMm: 1.8, text: label },
      { at: [x, y + rowHeight - 1.6], heightMm: 2.6, text: cutTo(text, half - 3, 2.6) },
    ];
  });
  return {
    lines: [
      { points: rectangle(left, top, widthMm, TITLE_STRIP_MM), isClosed: true, widthMm: CUT_MM },
      {
        points: [
          [left + half, top + titleHeight],
          [left + half, top + TITLE_STRIP_MM],
        ],
        isClosed: false,
        widthMm: THIN_MM,
      },
      ...ruled,
    ],
    texts: [{ at: [left + 1.5, top + 5.6], heightMm: 4, text: cutTo(title, widthMm - 3, 4.2), isBold: true }, ...texts],
  };
}

/** Five fields of a round length, together 40 to 100 mm. */
function scaleBar(scale: number, [left, y]: Xy): SheetPart {
  const power = 10 ** Math.floor(Math.log10((20 * scale) / 1000));
  const fieldM = [5, 2, 1].map((factor) => factor * power).find((length) => (length * 1000) / scale <= 20)!;
  const fieldMm = (fieldM * 1000) / scale;
  const lines = Array.from({ length: 5 }, (_, i): SheetLine => ({
    points: rectangle(left + i * fieldMm, y, fieldMm, 1.6),
    isClosed: true,
    widthMm: THIN_MM,
    isFilled: i % 2 === 0,
  }));
  const texts = Array.from({ length: 6 }, (_, i): SheetText => ({
    at: [left + i * fieldMm, y - 1.4],
    heightMm: 2.2,
    text: `${Number((i * fieldM).toPrecision(6))}${i === 5 ? ' m' : ''}`,
    isCentred: true,
  }));
  return { lines, texts };
}

function northArrow([x, y]: Xy): SheetPart {
  return {
    lines: [
      {
        points: [
          [x, y - 6],
          [x - 3, y + 6],
          [x, y + 3],
        ],
        isClosed: true,
        widthMm: THIN_MM,
        isFilled: true,
      },
      {
        points: [
          [x, y - 6],
          [x + 3, y + 6],
          [x, y + 3],
        ],
        isClosed: true,
        widthMm: THIN_MM,
      },
    ],
    texts: [{ at: [x, y - 8], heightMm: 3.5, text: 'N', isCentred: true, isBold: true }],
  };
}
