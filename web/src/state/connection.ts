import { proxy } from 'valtio';

const state = proxy({ isLost: false });

/** Whether the server answered when it was last asked. */
export const connection: Readonly<typeof state> = state;

export function reportReachable(): void {
  state.isLost = false;
}

export function reportUnreachable(): void {
  state.isLost = true;
}
