import { createContext } from 'react';
import type { Theme } from '../state/theme.ts';

/**
 * Theme of the region that a component stands in. What opens over that region (menus, popovers, dialogs) hangs elsewhere
 * in the document and asks for it here. Everything round the model is dark.
 */
export const ThemedArea = createContext<Theme>('dark');
