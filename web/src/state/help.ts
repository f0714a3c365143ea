import { proxy } from 'valtio';

/** Whether the list of keys and gestures is open. */
export const help = proxy({ isOpen: false });

export function setHelpOpen(isOpen: boolean): void {
  help.isOpen = isOpen;
}
