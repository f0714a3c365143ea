export type SheetSize = 'peek' | 'half' | 'full';

/** Height of each size as a share of the window (interface brief §3). */
const SHARES: readonly { size: SheetSize; share: number }[] = [
  { size: 'peek', share: 0.09 },
  { size: 'half', share: 0.48 },
  { size: 'full', share: 0.92 },
];

/** The size to which a sheet settles when it is released at this height. */
export function nearestSheetSize(heightPx: number, windowPx: number): SheetSize {
  const share = heightPx / windowPx;
  const distances = SHARES.map((row) => ({ size: row.size, away: Math.abs(row.share - share) }));
  return distances.reduce((best, row) => (row.away < best.away ? row : best)).size;
}

/** The size after a press on the handle: larger, and from the largest back to half. */
export function nextSheetSize(size: SheetSize): SheetSize {
  return size === 'half' ? 'full' : 'half';
}
