import type { PenName } from './pens.ts';
import type { DrawnLine } from './stitch-lines.ts';
import type { SheetName } from './sheet.ts';

/** What is drawn of an object with one pen. */
export interface DrawnObject {
  readonly name: string;
  readonly pen: PenName;
  readonly lines: readonly DrawnLine[];
}

/** What the title block says, each a line of text. */
export interface TitleBlock {
  readonly title: string;
  readonly facts: readonly string[];
}

/** A drawing in its own plane: metres, from the middle of its window, to the right and upwards. */
export interface Drawing {
  readonly objects: readonly DrawnObject[];
  readonly widthM: number;
  readonly heightM: number;
  readonly sheet: SheetName;
  /** The n of 1 : n. */
  readonly scale: number;
  readonly title: TitleBlock;
  /** Direction of north, degrees clockwise from upwards; null for a vertical section. */
  readonly northDeg: number | null;
  /** The scale bar: its length, and that in words. */
  readonly bar: { readonly metres: number; readonly text: string };
}
