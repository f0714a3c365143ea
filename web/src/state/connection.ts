import { proxy } from 'valtio';

/** Whether the server answered when it was last asked. */
export const connection = proxy({ isLost: false });

export function reportReachable(): void {
  connection.isLost = false;
}

export function reportUnreachable(): void {
  connection.isLost = true;
}
