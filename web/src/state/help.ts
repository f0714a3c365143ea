import { proxy } from 'valtio';

const state = proxy({ isOpen: false });

/** Whether the list of keys and gestures is open. */
export const help: Readonly<typeof state> = state;

export function setHelpOpen(isOpen: boolean): void {
  state.isOpen = isOpen;
}
