import { proxy } from 'valtio';

const state = proxy({ isLost: false });

/** Whether the server answered the last request. */
export const connection: Readonly<typeof state> = state;

export function reportReachable(): void {
  state.isLost = false;
}

export function reportUnreachable(): void {
  state.isLost = true;
}
