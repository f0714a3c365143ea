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

interface ColumnQuestions {
  list: ColumnQuestion[];
}

const state = proxy<ColumnQuestions>({ list: [] });

/** The questions that are open, asked one after another. */
export const columnQuestions: { readonly list: readonly ColumnQuestion[] } = state;

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
      state.list = state.list.filter((one) => one.id !== id);
      resolve(columns);
    };
    signal.addEventListener('abort', () => answer(null), { once: true });
    state.list.push(ref({ id, fileName, titles, answer }));
  });
