import { useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { preferences, type ThemeChoice } from './preferences.ts';

export type Theme = 'dark' | 'light';

const LIGHT_QUERY = '(prefers-color-scheme: light)';

/** The theme of a choice on a machine that prefers light or does not. */
export function resolveTheme(choice: ThemeChoice, systemPrefersLight: boolean): Theme {
  if (choice === 'system') return systemPrefersLight ? 'light' : 'dark';
  return choice;
}

function subscribeToSystem(onChange: () => void): () => void {
  const query = matchMedia(LIGHT_QUERY);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Theme of the login screen and of the settings; everything round the model is dark (interface brief §8). */
export function useTheme(): Theme {
  const systemPrefersLight = useSyncExternalStore(subscribeToSystem, () => matchMedia(LIGHT_QUERY).matches);
  return resolveTheme(useSnapshot(preferences).theme, systemPrefersLight);
}
