import { proxy, ref } from 'valtio';
import type { PositionColumns } from '../layers/formats/file-layer.ts';

/** A file whose columns of positions are to be chosen. */
export interface ColumnQuestion {
  readonly id: number;
  readonly fileName: string;
  readonly titles: readonly string[];
  /** Null chooses none. */
  readonly answer: (columns: PositionColumns | null) => void;
}

/** The questions that are open, asked one after another. */
export const columnQuestions = proxy<{ list: ColumnQuestion[] }>({ list: [] });

let nextId = 1;

/** Asks for the columns of positions of a table; null where the user chooses none, and when `signal` aborts. */
export const askColumns = (
  fileName: string,
  titles: readonly string[],
  signal: AbortSignal,
): Promise<PositionColumns | null> =>
  new Promise((resolve) => {
    const id = nextId++;
    const answer = (columns: PositionColumns | null) => {
      columnQuestions.list = columnQuestions.list.filter((one) => one.id !== id);
      resolve(columns);
    };
    signal.addEventListener('abort', () => answer(null), { once: true });
    columnQuestions.list.push(ref({ id, fileName, titles, answer }));
  });
