import { createContext } from 'react';
import type { Theme } from '../state/theme.ts';

/**
 * Theme of the region that a component is in. Menus, popovers and dialogs over that region are elsewhere in the
 * document and get the theme here. Everything around the model is dark.
 */
export const ThemedArea = createContext<Theme>('dark');
