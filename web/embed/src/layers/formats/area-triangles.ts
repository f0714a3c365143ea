/** Splits the areas of a file into triangles in the worker of the file: in the page, one area of many crossing lines would stop it for good. */
import earcut from 'earcut';
import { outlinesOnlyText } from '@overlook/shared/messages';
import type { FeatureContent, FileFeature, UnfilledFeatures } from './file-content.ts';

/** Corners of one area that is filled: crossing lines take time by the square of their number. */
export const CORNERS_AT_MOST = 200_000;
/** Time for the areas of a file, milliseconds; those after it have outlines only. */
const FILL_WITHIN_MS = 20_000;

/** The features with the triangles of their areas. `now` is in milliseconds, for tests. */
export function filledFeatures(content: UnfilledFeatures, now: () => number = () => performance.now()): FeatureContent {
  const areas = content.features.filter(({ kind }) => kind === 'area');
  const parts: number[][] = [];
  const until = now() + FILL_WITHIN_MS;
  let unfilledCount = 0;
  for (const area of areas)
    if (area.positionsEnu.length / 3 <= CORNERS_AT_MOST && now() <= until) parts.push(trianglesOf(area));
    else {
      unfilledCount++;
      parts.push([]);
    }
  const areaTriangles = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let [at, firstCorner] = [0, 0];
  for (const [index, triangles] of parts.entries()) {
    for (const corner of triangles) areaTriangles[at++] = firstCorner + corner;
    firstCorner += areas[index]!.positionsEnu.length / 3;
  }
  const notes = unfilledCount > 0 ? [...content.notes, outlinesOnlyText(unfilledCount)] : content.notes;
  return { ...content, notes, areaTriangles };
}

/** Corners of the triangles of an area, seen from above. */
function trianglesOf({ positionsEnu, holes }: FileFeature): number[] {
  const firstCorners = holes.map((start) => start / 3);
  return earcut(positionsEnu, firstCorners, 3);
}
