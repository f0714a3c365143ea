import { createContext, useContext } from 'react';
import { useSnapshot } from 'valtio';
import { stageChoices } from '../../../state/stage.ts';
import { screenAt } from '../../../state/screens.ts';

const ScreenIndex = createContext<number | null>(null);

/** The screen of all components below it. Outside of all screens it is the active one. */
export const ScreenProvider = ScreenIndex.Provider;

/** Index of the screen this component belongs to, or of the active one. */
export function useScreenIndex(): number {
  const own = useContext(ScreenIndex);
  const { active } = useSnapshot(stageChoices);
  return own ?? active;
}

/** What that screen says about itself. */
export function useScreen() {
  return useSnapshot(screenAt(useScreenIndex()));
}
