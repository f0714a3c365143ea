import { createContext, use } from 'react';
import type { SelectedItem } from '../../../state/cad.ts';
import type { Bookmark, Moc, SavedMeasurements } from '@overlook/shared/schemas';

/** The parts of other features that the screens of changes need; the application provides them. */
export interface MocSurroundings {
  /** The camera of the active screen; null while there is none. */
  viewNow(): Bookmark | null;
  /** A picture of the active screen as it is shown at the call: nobody waits for more detail. Null for none. */
  pictureNow(): Promise<Blob | null>;
  /** The measurements of the tools; null for none. */
  measurementsNow(): SavedMeasurements | null;
  /** Shows measurements on the model again. */
  showMeasurements(saved: SavedMeasurements): void;
  /** Flies to where a change was looked at from, or to its position. */
  showMoc(moc: Moc): void;
  /** Selects objects in the tree and the model. */
  selectObjects(objects: readonly SelectedItem[]): void;
}

export const MocSurroundingsContext = createContext<MocSurroundings | null>(null);

/** Throws outside of the screens that the application has given their surroundings. */
export function useMocSurroundings(): MocSurroundings {
  const surroundings = use(MocSurroundingsContext);
  if (!surroundings) throw new Error('useMocSurroundings is for components below MocSurroundingsContext.');
  return surroundings;
}
