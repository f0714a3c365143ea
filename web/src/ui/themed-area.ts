import { createContext } from 'react';
import type { Theme } from '../state/theme.ts';

/**
 * Theme of the region that a component is in. What opens over that region (menus, popovers, dialogs) is elsewhere
 * in the document and asks for it here. Everything round the model is dark.
 */
export const ThemedArea = createContext<Theme>('dark');
