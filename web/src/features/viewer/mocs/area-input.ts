import type { AreaDrawing } from '@overlook/engine';
import { MOCS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { AreaInput } from './save-area.ts';

/** Which area is saved: a new one, by a name of this try and those after it, or one that is replaced by a save of that name. */
export type AreaName = Required<Pick<AreaInput, 'newUuid'>> | Required<Pick<AreaInput, 'uuid' | 'saveGuid'>>;

/** A drawing as it is saved. */
export function areaInput(
  { corners, bottomHeight, topHeight, isCapped, color }: AreaDrawing,
  name: string,
  area: AreaName,
): AreaInput {
  return {
    ...area,
    name,
    type: 'polygon',
    bottomHeight,
    topHeight,
    capped: isCapped,
    colour: color,
    points: corners.map(({ pointEcef: [x, y, z] }, position) => ({
      id: String(position + 1),
      name: formatMessage(MOCS_MESSAGES['moc.point'], { number: position + 1 }),
      position,
      x,
      y,
      z,
    })),
  };
}
