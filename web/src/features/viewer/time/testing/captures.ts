import type { Capture } from '@overlook/shared/schemas';

const [POINTS, TEXTURED] = [1, 3] as const;

/** A capture of site 1; without further values a published one whose day is known. */
export const capture = (
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
  filepath: `/files/${modeltypeId}/${takenOn}/tileset.json`,
  publishedAt: `${takenOn}T08:00:00.000Z`,
  isCurrent: false,
  ...rest,
});

/** The six captures of the drawing of the time bar. */
export const capturesOfMock = (): Capture[] => [
  capture(1, POINTS, '2025-09-12'),
  capture(2, POINTS, '2026-06-19', { isCurrent: true }),
  capture(3, TEXTURED, '2026-03-14'),
  capture(4, TEXTURED, '2026-09-26'),
  capture(5, TEXTURED, '2026-10-31', { isCurrent: true }),
  capture(6, TEXTURED, '2026-11-25', { publishedAt: null }),
];
