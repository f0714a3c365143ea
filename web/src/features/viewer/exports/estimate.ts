/** The estimated size of an export, before it is requested. */
import { type ExportFormat, HAS_OUTLINES } from '@overlook/shared/config';
import { BEHIND_TRIANGLES_MOST } from '@overlook/shared/drawings';
import { add, enuAxesAt, scale } from '@overlook/shared/maths';
import { estimateTriangles, type MeshIndex } from '@overlook/shared/meshes';
import {
  behindCostText,
  behindTooMuchText,
  drawingFitText,
  estimateText,
  meshEstimateText,
  tooManyPointsText,
  tooManyTrianglesText,
  EXPORTS_MESSAGES,
} from '@overlook/shared/messages';
import { type CountGrid, estimatePoints, estimateSize, placedGrid } from '@overlook/shared/points';
import type { DrawingView, MeshLayer, Pointcloud } from '@overlook/shared/schemas';
import type { SectionBox } from '@overlook/engine';
import { exportBoxOf, type ExportValues } from './export-values.ts';

export interface Estimate {
  /** The sentence of it. */
  readonly text: string;
  /** Whether such an export would be refused; the sentence has the reason and a remedy. */
  readonly isRefused: boolean;
  /** Nothing is wrong: the export can be sent in a moment. */
  readonly isAwaited?: true;
}

interface Wanted {
  readonly box: SectionBox;
  /** Metres. */
  readonly density: number;
  readonly formats: readonly ExportFormat[];
}

/** Points and bytes of the requested export: those of all formats together. */
export function estimateOf(
  grid: CountGrid,
  { densities, pointsMost, moveEcef }: Pick<Pointcloud, 'densities' | 'pointsMost' | 'moveEcef'>,
  { box, density, formats }: Wanted,
): Estimate {
  const exportBox = exportBoxOf(box);
  const placed = placedGrid(grid, moveEcef);
  const pointsAt = (metres: number) => estimatePoints(placed, exportBox, metres).points;
  const points = pointsAt(density);
  if (points === 0) return { text: EXPORTS_MESSAGES['export.noPoints'], isRefused: true };
  if (points > pointsMost) {
    const coarser = densities.filter((metres) => metres > density).toSorted((a, b) => a - b);
    const fitting = coarser.find((metres) => pointsAt(metres) <= pointsMost) ?? null;
    return { text: tooManyPointsText(points, pointsMost, fitting), isRefused: true };
  }
  const sizeBytes = formats.reduce((sum, format) => sum + estimateSize(format, points), 0);
  return { text: estimateText(points, sizeBytes), isRefused: false };
}

/** Triangles and bytes of the meshes of a layer in a box. */
export function estimateOfLayer(
  index: MeshIndex,
  { trianglesMost }: Pick<MeshLayer, 'trianglesMost'>,
  box: SectionBox,
): Estimate {
  const { triangles, sizeBytes } = estimateTriangles(index, exportBoxOf(box));
  if (triangles === 0) return { text: EXPORTS_MESSAGES['export.noTriangles'], isRefused: true };
  if (triangles > trianglesMost) return { text: tooManyTrianglesText(triangles, trianglesMost), isRefused: true };
  return { text: meshEstimateText(triangles, sizeBytes), isRefused: false };
}

/** How large a drawing of a box is on its sheet, which DXF has not; and how much lies behind its plane, where that is drawn. */
export function estimateOfDrawing(
  index: MeshIndex,
  { drawing, drawingFormats, modeltypeId }: Pick<ExportValues, 'drawing' | 'drawingFormats' | 'modeltypeId'>,
  box: SectionBox,
): Estimate {
  const [width, depth, height] = box.size;
  const { fits, text } = drawingFitText(drawing, width, drawing.view === 'plan' ? depth : height);
  const isRefused = !fits && drawingFormats.some((format) => format !== 'DXF');
  if (isRefused || !drawing.behind || modeltypeId === null || !HAS_OUTLINES[modeltypeId]) return { text, isRefused };
  const { triangles } = estimateTriangles(index, exportBoxOf(behindPlane(box, drawing.view)));
  return triangles > BEHIND_TRIANGLES_MOST
    ? { text: behindTooMuchText(triangles), isRefused: true }
    : { text: behindCostText(text, triangles), isRefused: false };
}

/** The half of a box behind the plane of a drawing: the lower one of a plan, the farther one of a section. */
function behindPlane({ centerEcef, size: [x, y, z], headingRad }: SectionBox, view: DrawingView): SectionBox {
  const { east, north, up } = enuAxesAt(centerEcef);
  if (view === 'plan') return { centerEcef: add(centerEcef, scale(up, -z / 4)), size: [x, y, z / 2], headingRad };
  const ahead = add(scale(east, Math.sin(headingRad)), scale(north, Math.cos(headingRad)));
  return { centerEcef: add(centerEcef, scale(ahead, y / 4)), size: [x, y / 2, z], headingRad };
}
