import { enuAxesAt, dot, normalize, scale, subtract, type Vec3 } from '@overlook/shared/maths';
import type { SectionPlane, StageTool, ToolHit } from '@overlook/engine';
import { oneClickTool } from '../../../parts/one-click-tool.ts';

/** Views steeper than this (cosine to the vertical) are cut level, others upright. */
const STEEP = 0.7;

/**
 * The plane through a clicked place that cuts the part before it: upright and facing the viewer, or level when the view
 * is steeply down (cuts the part above) or up.
 */
export function planeThrough({ pointEcef, ray }: ToolHit): SectionPlane {
  const { up } = enuAxesAt(pointEcef);
  const rise = dot(ray.direction, up);
  if (Math.abs(rise) > STEEP) return { pointEcef, normalEcef: scale(up, Math.sign(rise)) };
  const normalEcef: Vec3 = normalize(subtract(ray.direction, scale(up, rise)));
  return { pointEcef, normalEcef };
}

/** The next click on the model lays a plane there. */
export const planeTool = (onPlane: (plane: SectionPlane) => void, onCancel: () => void): StageTool =>
  oneClickTool('section-plane', (hit) => onPlane(planeThrough(hit)), onCancel);
