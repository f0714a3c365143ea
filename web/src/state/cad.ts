import { proxy, ref } from 'valtio';
import type { Vec3 } from '@overlook/shared/maths';
import type { SavedObjects } from '@overlook/shared/schemas';
import type { FeatureRuns } from '@overlook/engine';

/** An object or group of the tree, and the features in the model that are it or lie below it. */
export interface SelectedItem {
  readonly id: number;
  readonly features: FeatureRuns;
}

export type TreeSide = 'objects' | 'metadata';

interface CadState {
  /** The object tree is open beside the stage. */
  isTreeOpen: boolean;
  /** On a phone, where one of them has all the room. */
  side: TreeSide;
  /** The newest last: its metadata are shown, and F flies to it. */
  selected: readonly SelectedItem[];
  /** Nothing but these is shown; null for everything. */
  isolated: FeatureRuns | null;
  /** Opacity of what is not isolated, 0 to 1. */
  restOpacity: number;
  hidden: readonly FeatureRuns[];
  /** The objects that the search of the tree has found. */
  found: FeatureRuns | null;
  /** Values of a property, each with its colour; null for the colours of the model. */
  colours: { readonly title: string; readonly property: string; readonly values: readonly ColouredValue[] } | null;
  /** The legend of these colours is shown on the stage. */
  isLegendShown: boolean;
  /** Name of the object selected last, and its highest point (ECEF metres). */
  label: { readonly text: string; readonly pointEcef: Vec3 } | null;
}

export interface ColouredValue {
  readonly value: string;
  /** #rrggbb */
  readonly color: string;
  /** The one it began with. */
  readonly firstColor: string;
  readonly features: FeatureRuns;
}

const DEFAULTS: Readonly<CadState> = Object.freeze({
  isTreeOpen: false,
  side: 'objects',
  selected: ref([]),
  isolated: null,
  restOpacity: 0,
  hidden: ref([]),
  found: null,
  colours: null,
  isLegendShown: true,
  label: null,
});

const state = proxy<CadState>({ ...DEFAULTS });

/** The objects of the Project Layer, the same in all screens. */
export const cad: Readonly<CadState> = state;

export function toggleTree(): void {
  state.isTreeOpen = !state.isTreeOpen;
}

export function closeTree(): void {
  state.isTreeOpen = false;
}

export function openTree(): void {
  state.isTreeOpen = true;
}

/** Opens the tree with the details of the last selected object. */
export function openMetadata(): void {
  Object.assign(state, { isTreeOpen: true, side: 'metadata' });
}

export function setTreeSide(side: TreeSide): void {
  state.side = side;
}

export function select(items: readonly SelectedItem[]): void {
  state.selected = ref([...items]);
}

/** Shows only the selected objects. */
export function isolateSelected(): void {
  state.isolated = ref(joined(state.selected.map(({ features }) => features)));
  state.restOpacity = 0;
  state.hidden = ref([]);
}

export function hideSelected(): void {
  state.hidden = ref([...state.hidden, ...state.selected.map(({ features }) => features)]);
}

/** Hides these objects, or shows them again where just they were hidden. */
export function toggleHidden(features: FeatureRuns): void {
  const others = state.hidden.filter((hidden) => hidden !== features);
  state.hidden = ref(others.length < state.hidden.length ? others : [...others, features]);
}

export function showAll(): void {
  Object.assign(state, { isolated: null, hidden: ref([]) });
}

/** Replaces what is isolated, hidden and coloured. */
export function setObjectFilter(filter: Pick<CadState, 'isolated' | 'restOpacity' | 'hidden' | 'colours'>): void {
  const { isolated, restOpacity, hidden, colours } = filter;
  state.isolated = isolated && ref(isolated);
  state.restOpacity = restOpacity;
  state.hidden = ref(hidden);
  setColours(colours);
}

export function setFound(features: FeatureRuns | null): void {
  state.found = features && ref(features as number[]);
}

export function setColours(colours: CadState['colours']): void {
  Object.assign(state, { colours: colours && ref(colours), isLegendShown: true });
}

/** Gives a value another colour. */
export function setValueColor(value: string, color: string): void {
  if (!state.colours) return;
  const values = state.colours.values.map((one) => (one.value === value ? { ...one, color } : one));
  state.colours = ref({ ...state.colours, values });
}

export function setLegendShown(isShown: boolean): void {
  state.isLegendShown = isShown;
}

export function setLabel(label: CadState['label']): void {
  state.label = label && ref(label);
}

/** For another site or another person this state has no meaning. At the same site the tree remains open. */
export function resetCad({ isTreeOpen = false }: { isTreeOpen?: boolean } = {}): void {
  Object.assign(state, DEFAULTS, { isTreeOpen });
}

/** Takes up the choices of a Place; null takes all choices back. */
export function restoreObjects(objects: SavedObjects | null): void {
  resetCad({ isTreeOpen: state.isTreeOpen });
  if (!objects) return;
  const { selected, isolated, hidden, colours } = objects;
  select(selected);
  setObjectFilter({ isolated, restOpacity: 0, hidden, colours });
}

const joined = (runs: readonly FeatureRuns[]): number[] => runs.flatMap((run) => Array.from(run));
