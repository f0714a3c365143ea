import type { AreaDrawing } from '../../../engine/index.ts';
import type { AreaInput } from './save-area.ts';

/** A drawing as it is saved; with a `uuid` it replaces that area. */
export function areaInput(
  { corners, bottomHeight, topHeight, isCapped, color }: AreaDrawing,
  name: string,
  uuid: string | undefined,
): AreaInput {
  return {
    ...(uuid !== undefined && { uuid }),
    name,
    type: 'polygon',
    bottomHeight,
    topHeight,
    capped: isCapped,
    colour: color,
    points: corners.map(({ pointEcef: [x, y, z] }, position) => ({
      id: String(position + 1),
      name: `Point ${position + 1}`,
      position,
      x,
      y,
      z,
    })),
  };
}
