import { proxy } from 'valtio';

const state = proxy({ isOpen: false });

/** Whether the view is being shared. */
export const share: Readonly<typeof state> = state;

export function setShareOpen(isOpen: boolean): void {
  state.isOpen = isOpen;
}
