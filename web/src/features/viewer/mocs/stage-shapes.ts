import { llaFromEcef } from '@overlook/shared/maths';
import type { AreasByMoc, MocSummary, SiteArea } from '../../../api/moc-list.ts';
import type { StageArea, StagePin } from '@overlook/engine';
import { mocStateLook } from './moc-states.ts';

const known = new WeakMap<SiteArea, StageArea>();

/** The changes that are not hidden. */
export const visibleMocs = (
  mocs: readonly MocSummary[],
  { areMocsShown, hiddenMocs }: { areMocsShown: boolean; hiddenMocs: readonly number[] },
): readonly MocSummary[] => (areMocsShown ? mocs.filter(({ id }) => !hiddenMocs.includes(id)) : []);

/** An area as stages draw it: the same object for as long as it looks the same. */
export function stageArea(area: SiteArea, state: string, isSelected: boolean): StageArea {
  const look = mocStateLook(state);
  const color = area.colour ?? look.color;
  const before = known.get(area);
  if (before?.isSelected === isSelected && before.color === color && before.outline === look.outline) return before;
  const drawn: StageArea = {
    id: area.uuid,
    cornersEcef: area.corners,
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
export const stageAreas = (mocs: readonly MocSummary[], areas: AreasByMoc, openId: number | null): StageArea[] =>
  mocs.flatMap(({ id, state }) => (areas[id] ?? []).map((area) => stageArea(area, state, id === openId)));

/** The change that an area belongs to; null for none of these. */
export const mocOfArea = (mocs: readonly MocSummary[], areas: AreasByMoc, areaId: string): MocSummary | null =>
  mocs.find(({ id }) => areas[id]?.some(({ uuid }) => uuid === areaId)) ?? null;

/** A pin at the position of each change, by its id. */
export const stagePins = (mocs: readonly MocSummary[]): StagePin[] =>
  mocs.flatMap(({ id, state, pointEcef }) => {
    const { color, glyph } = mocStateLook(state);
    return pointEcef ? [{ id: String(id), pointEcef, color, glyph }] : [];
  });

/** The same on a map. */
export const mapPins = (mocs: readonly MocSummary[]) =>
  mocs.flatMap(({ id, name, state, pointEcef }) => {
    if (!pointEcef) return [];
    const { color, glyph, label } = mocStateLook(state);
    const { longitude, latitude } = llaFromEcef(pointEcef);
    return [{ id: String(id), place: [longitude, latitude] as const, color, glyph, label: `${name}, ${label}` }];
  });
