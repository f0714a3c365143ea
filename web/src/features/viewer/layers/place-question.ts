import { proxy, ref } from 'valtio';
import type { PlaceChoice, PlaceQuestion } from '@overlook/embed/layers/formats/file-layer';

/** A file of which has to be said what its coordinates are. */
export interface FileQuestion extends PlaceQuestion {
  readonly id: number;
  readonly fileName: string;
  /** Null chooses nothing. */
  readonly answer: (choice: PlaceChoice | null) => void;
}

interface PlaceQuestions {
  list: FileQuestion[];
}

const state = proxy<PlaceQuestions>({ list: [] });

/** The questions that are open, asked one after another. */
export const placeQuestions: { readonly list: readonly FileQuestion[] } = state;

let nextId = 1;

/** Asks what the coordinates of a file are; null where the user chooses nothing, and when `signal` aborts. */
export const askPlace = (fileName: string, question: PlaceQuestion, signal: AbortSignal): Promise<PlaceChoice | null> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(null);
    const id = nextId++;
    const answer = (choice: PlaceChoice | null) => {
      state.list = state.list.filter((one) => one.id !== id);
      resolve(choice);
    };
    signal.addEventListener('abort', () => answer(null), { once: true });
    state.list.push(ref({ id, fileName, ...question, answer }));
  });
