/** A place on a plane. */
export type Xy = readonly [x: number, y: number];

/** A line on a sheet. */
export interface SheetLine {
  /** Millimetres from the upper left corner of the sheet, right and down. */
  readonly points: readonly Xy[];
  readonly isClosed: boolean;
  readonly widthMm: number;
  /** Name of what is drawn; absent for the frame and the title block. */
  readonly object?: string;
  readonly isFilled?: boolean;
}

export interface SheetText {
  /** Millimetres of the text's left end on its base line; of its middle where `isCentred`. */
  readonly at: Xy;
  readonly heightMm: number;
  readonly text: string;
  readonly isCentred?: boolean;
  readonly isBold?: boolean;
}

/** What a sheet shows, for the writers of SVG and PDF. */
export interface Sheet {
  readonly title: string;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly lines: readonly SheetLine[];
  readonly texts: readonly SheetText[];
}
