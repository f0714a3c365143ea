import type { Capture } from '../capture.ts';

/** A capture of site 1; without further values a published one whose day is known. */
export const aCapture = (
  id: number,
  modeltypeId: Capture['modeltypeId'],
  takenOn: string,
  rest: Partial<Capture> = {},
): Capture => ({
  id,
  siteId: 1,
  modeltypeId,
  takenOn,
  precision: 'day',
  placement: null,
  filepath: `/files/${modeltypeId}/${takenOn}/tileset.json`,
  publishedAt: `${takenOn}T08:00:00.000Z`,
  isCurrent: false,
  scanPositions: 0,
  ...rest,
});
