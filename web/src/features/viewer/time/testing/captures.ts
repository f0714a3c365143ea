import type { Capture } from '@overlook/shared/schemas';
import { aCapture } from '@overlook/shared/schemas/testing';

const [POINTS, TEXTURED] = [1, 3] as const;

/** The six captures of the drawing of the time bar. */
export const capturesOfMock = (): Capture[] => [
  aCapture(1, POINTS, '2025-09-12'),
  aCapture(2, POINTS, '2026-06-19', { isCurrent: true }),
  aCapture(3, TEXTURED, '2026-03-14'),
  aCapture(4, TEXTURED, '2026-09-26'),
  aCapture(5, TEXTURED, '2026-10-31', { isCurrent: true }),
  aCapture(6, TEXTURED, '2026-11-25', { publishedAt: null }),
];
