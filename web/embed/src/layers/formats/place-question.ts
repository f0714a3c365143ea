/** What is asked of the user where a file does not say where it is. */
import type { ChosenCrs } from './file-places.ts';
import type { PositionColumns } from './table-columns.ts';

export interface PlaceQuestion {
  /** Of the columns of a table; none for other files, which need a coordinate system only. */
  readonly titles: readonly string[];
  /** The columns of positions where they are recognised. */
  readonly columns: PositionColumns | null;
}

/** The answer of the user. */
export interface PlaceChoice {
  /** Null for files without columns. */
  readonly columns: PositionColumns | null;
  readonly crs: ChosenCrs;
}

/** A file that can be shown with an answer to `question`; `message` says why it cannot be shown without. */
export class PlaceNeededError extends Error {
  constructor(
    message: string,
    readonly question: PlaceQuestion,
  ) {
    super(message);
  }
}
