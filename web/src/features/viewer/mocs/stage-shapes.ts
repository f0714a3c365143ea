import type { Moc, MocArea } from '@overlook/shared/schemas';
import { cornersOf } from '@overlook/shared/mocs';
import type { StageArea, StagePin } from '../../../engine/index.ts';
import { areasOf } from './found-mocs.ts';
import { mocStateLook } from './moc-states.ts';

const known = new WeakMap<MocArea, StageArea>();

/** An area as stages draw it: the same object for as long as it looks the same. */
export function stageArea(area: MocArea, state: string, isSelected: boolean): StageArea {
  const look = mocStateLook(state);
  const color = area.colour ?? look.color;
  const before = known.get(area);
  if (before?.isSelected === isSelected && before.color === color && before.outline === look.outline) return before;
  const drawn: StageArea = {
    id: area.uuid,
    cornersEcef: cornersOf(area),
    bottomHeight: area.bottomHeight,
    topHeight: area.topHeight,
    isCapped: area.capped,
    color,
    outline: look.outline,
    isSelected,
  };
  known.set(area, drawn);
  return drawn;
}

/** The areas of changes; those of the change whose card is open are drawn more boldly. */
export const stageAreas = (mocs: readonly Moc[], openId: number | null): StageArea[] =>
  mocs.flatMap((moc) => areasOf(moc).map((area) => stageArea(area, moc.state, moc.id === openId)));

/** The change that an area belongs to; null for none of these. */
export const mocOfArea = (mocs: readonly Moc[], areaId: string): Moc | null =>
  mocs.find(({ polygons }) => areaId in polygons) ?? null;

/** A pin at the position of each change, by its id. */
export const stagePins = (mocs: readonly Moc[]): StagePin[] =>
  mocs.flatMap(({ id, state, pois: [poi] }) => {
    const { color, glyph } = mocStateLook(state);
    return poi ? [{ id: String(id), pointEcef: [poi.x, poi.y, poi.z], color, glyph }] : [];
  });
