import type { StageArea, StagePin } from '@overlook/engine';
import { llaFromEcef } from '@overlook/shared/maths';
import type { AreasByMoc, MocSummary, SiteArea } from '../../../api/moc-list.ts';
import { mocStateLook } from './moc-states.ts';

const known = new WeakMap<SiteArea, StageArea>();

/** The changes that are not hidden. */
export const visibleMocs = (
  mocs: readonly MocSummary[],
  { areMocsShown, hiddenMocs }: { areMocsShown: boolean; hiddenMocs: readonly number[] },
): readonly MocSummary[] => (areMocsShown ? mocs.filter(({ id }) => !hiddenMocs.includes(id)) : []);

/** An area as stages draw it: the same object for as long as it looks the same. */
export function stageArea(
  area: SiteArea,
  state: string,
  { isSelected = false, isPale = false }: Partial<Pick<StageArea, 'isSelected' | 'isPale'>> = {},
): StageArea {
  const look = mocStateLook(state);
  const color = area.colour ?? look.color;
  const before = known.get(area);
  const isSame = before?.isSelected === isSelected && before.isPale === isPale;
  if (isSame && before.color === color && before.outline === look.outline) return before;
  const drawn: StageArea = {
    id: area.uuid,
    cornersEcef: area.corners,
    bottomHeight: area.bottomHeight,
    topHeight: area.topHeight,
    isCapped: area.capped,
    color,
    outline: look.outline,
    isSelected,
    isPale,
  };
  known.set(area, drawn);
  return drawn;
}

interface AreaChoices {
  /** The change whose areas are drawn more boldly; null for none. */
  boldId: number | null;
  /** The day of the past that is shown, `2026-03-14`; null for the present. */
  pastDay: string | null;
  areLaterShown: boolean;
}

/**
 * The areas of changes. Those that were drawn after the shown day are pale, or not there; those of the bold change are there in any
 * case, because a person has opened it, or has just drawn them.
 */
export const stageAreas = (
  mocs: readonly MocSummary[],
  areas: AreasByMoc,
  { boldId, pastDay, areLaterShown }: AreaChoices,
): StageArea[] =>
  mocs.flatMap(({ id, state }) =>
    (areas[id] ?? []).flatMap((area) => {
      const isSelected = id === boldId;
      const isPale = pastDay !== null && area.createdOn > pastDay;
      return isPale && !isSelected && !areLaterShown ? [] : [stageArea(area, state, { isSelected, isPale })];
    }),
  );

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
