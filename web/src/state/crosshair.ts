import { proxy } from 'valtio';

/** Counts the wishes to pick what the crosshair of the active screen points at. */
export const crosshairPicks = proxy({ count: 0 });

export function pickAtCrosshair(): void {
  crosshairPicks.count += 1;
}
