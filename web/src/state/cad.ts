import { proxy, ref } from 'valtio';
import type { Vec3 } from '@overlook/shared/maths';
import type { FeatureRules, FeatureRuns } from '../engine/index.ts';

/** An object or group of the tree, and the features in the model that are it or lie below it. */
export interface SelectedItem {
  readonly id: number;
  readonly features: FeatureRuns;
}

/** Element id of the object tree, for focus. */
export const TREE_ID = 'object-tree';

export type TreeSide = 'objects' | 'metadata';

interface CadState {
  /** The object tree stands beside the stage. */
  isTreeOpen: boolean;
  /** On a phone, where one of them has all the room. */
  side: TreeSide;
  /** The feature that was clicked last in the model; null in it for a click beside the objects. */
  clicked: { readonly featureId: number | null } | null;
  /** The newest last: its metadata are shown, and F flies to it. */
  selected: readonly SelectedItem[];
  /** Nothing but these is shown; null for everything. */
  isolated: FeatureRuns | null;
  hidden: readonly FeatureRuns[];
  /** What the search of the tree has found. */
  found: FeatureRuns | null;
  /** Values of a property, each with its colour; null for the colours of the model. */
  colours: { readonly title: string; readonly property: string; readonly values: readonly ColouredValue[] } | null;
  /** The legend of these colours stands on the stage. */
  isLegendShown: boolean;
  /** Counts the wishes to fly to the object selected last. */
  flyCount: number;
  /** Name of the object selected last, and its highest point (ECEF metres). */
  label: { readonly text: string; readonly pointEcef: Vec3 } | null;
  /** What becomes of all this in the model. */
  rules: FeatureRules | null;
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
  clicked: null,
  selected: ref([]),
  isolated: null,
  hidden: ref([]),
  found: null,
  colours: null,
  isLegendShown: true,
  flyCount: 0,
  label: null,
  rules: null,
});

/** The objects of the Project Layer, the same in all screens. */
export const cad = proxy<CadState>({ ...DEFAULTS });

export function toggleTree(): void {
  cad.isTreeOpen = !cad.isTreeOpen;
}

export function closeTree(): void {
  cad.isTreeOpen = false;
}

export function openTree(): void {
  cad.isTreeOpen = true;
}

/** Opens the tree at what is known of the object selected last. */
export function openMetadata(): void {
  Object.assign(cad, { isTreeOpen: true, side: 'metadata' });
}

export function setTreeSide(side: TreeSide): void {
  cad.side = side;
}

/** Takes note of a click on the Project Layer that no tool has used; the tree opens at what was clicked. */
export function noteClicked(featureId: number | null): void {
  cad.clicked = ref({ featureId });
}

export function requestFlyToSelected(): void {
  cad.flyCount += 1;
}

export function select(items: readonly SelectedItem[]): void {
  cad.selected = ref([...items]);
}

/** Shows nothing but what is selected. */
export function isolateSelected(): void {
  cad.isolated = ref(joined(cad.selected.map(({ features }) => features)));
  cad.hidden = ref([]);
}

export function hideSelected(): void {
  cad.hidden = ref([...cad.hidden, ...cad.selected.map(({ features }) => features)]);
}

/** Hides these objects, or shows them again where just they were hidden. */
export function toggleHidden(features: FeatureRuns): void {
  const others = cad.hidden.filter((hidden) => hidden !== features);
  cad.hidden = ref(others.length < cad.hidden.length ? others : [...others, features]);
}

export function showAll(): void {
  Object.assign(cad, { isolated: null, hidden: ref([]) });
}

export function setFound(features: FeatureRuns | null): void {
  cad.found = features && ref(features as number[]);
}

export function setColours(colours: CadState['colours']): void {
  Object.assign(cad, { colours: colours && ref(colours), isLegendShown: true });
}

/** Gives a value another colour. */
export function setValueColor(value: string, color: string): void {
  if (!cad.colours) return;
  const values = cad.colours.values.map((one) => (one.value === value ? { ...one, color } : one));
  cad.colours = ref({ ...cad.colours, values });
}

export function setLegendShown(isShown: boolean): void {
  cad.isLegendShown = isShown;
}

export function setLabel(label: CadState['label']): void {
  cad.label = label && ref(label);
}

export function setRules(rules: FeatureRules | null): void {
  cad.rules = rules && ref(rules);
}

/** Another site or another person: nothing of this means anything there. The tree stays open for the same site's sake. */
export function resetCad({ isTreeOpen = false }: { isTreeOpen?: boolean } = {}): void {
  Object.assign(cad, DEFAULTS, { isTreeOpen });
}

const joined = (runs: readonly FeatureRuns[]): number[] => runs.flatMap((run) => Array.from(run));
