import { proxy, ref } from 'valtio';
import type { StageArea, StagePin } from '@overlook/engine';

interface MocMarksState {
  /** Areas of the changes (MOC) that are shown, with the one that is being drawn in place of its saved form. */
  areas: readonly StageArea[];
  /** Their positions, by the ids of the changes. */
  pins: readonly StagePin[];
  /** Ids of the pins that are pointed at. */
  pointedPins: readonly string[];
}

const state = proxy<MocMarksState>({ areas: ref([]), pins: ref([]), pointedPins: ref([]) });

/** What all stages show of the changes of the site. */
export const mocMarks: Readonly<MocMarksState> = state;

let saved: readonly StageArea[] = [];
let draft: { readonly id: string; readonly area: StageArea | null } | null = null;

export function setMocPins(pins: readonly StagePin[]): void {
  state.pins = ref([...pins]);
}

export function setPointedPins(pinIds: readonly string[]): void {
  state.pointedPins = ref([...pinIds]);
}

/** The areas as they are saved. */
export function setMocAreas(areas: readonly StageArea[]): void {
  saved = areas;
  compose();
}

/** The area that is drawn or edited: it is shown in place of the saved one of its id, null for none. */
export function setDraftArea(id: string, area: StageArea | null): void {
  draft = { id, area };
  compose();
}

/** No area is drawn any more. */
export function dropDraftArea(): void {
  draft = null;
  compose();
}

function compose(): void {
  const others = draft ? saved.filter(({ id }) => id !== draft!.id) : saved;
  state.areas = ref(draft?.area ? [...others, draft.area] : others);
}
