import { proxy, ref } from 'valtio';
import type { LayerIcon } from '@overlook/shared/config';
import type { LayerOffer } from '@overlook/shared/schemas';
import type { AnyLayer, LayerFacts, LayerFailure, LayerReport } from '@overlook/embed/layers';
import { preferences, setPreference } from './preferences.ts';
import { isBoolean, isRecord, isText, isWholeNumber } from './stored-values.ts';

/** Address of the panel. */
export const LAYERS_PATH = '/layers';

/** 'own': files and addresses that the person added; 'gallery': what the installation offers. */
export type LayerGroup = 'own' | 'gallery';

/** A person's choices for a layer, as they are stored and as links have them. */
export interface LayerChoice {
  readonly id: string;
  readonly isVisible: boolean;
  /** 0 to 100. */
  readonly opacityPercent: number;
  /** As chosen; the layer itself checks them. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface LayerRow extends LayerChoice {
  readonly group: LayerGroup;
  readonly title: string;
  readonly icon: LayerIcon;
  /** The offer of the installation; null for a layer of the person. */
  readonly offer: LayerOffer | null;
  /** Null until its code is loaded. */
  readonly definition: AnyLayer | null;
  readonly report: LayerReport | null;
  /** It has switched itself off; null after a Retry and when a person switches it. */
  readonly failure: LayerFailure | null;
}

/** What was picked of a layer. */
export interface PickedFacts extends LayerFacts {
  readonly layerTitle: string;
}

interface LayersState {
  siteId: number | null;
  /** Own layers, then those of the gallery; the first is drawn on top. Replaced, never changed in place. */
  rows: readonly LayerRow[];
  /** Id of the layer whose row is to be shown; null for none. */
  revealed: string | null;
  picked: PickedFacts | null;
  /** Layers of a link that are not shown yet; null for none. */
  requested: readonly LayerChoice[] | null;
}

const DEFAULTS = (): LayersState => ({ siteId: null, rows: ref([]), revealed: null, picked: null, requested: null });
const state = proxy<LayersState>(DEFAULTS());

/** The layers by others at the site that is shown. */
export const layers: Readonly<LayersState> = state;

export function resetLayers(): void {
  Object.assign(state, DEFAULTS());
}

/** Lists the layers of a site as the person has left them. Own layers belong to the site that they were added at. */
export function openLayers(siteId: number, offers: readonly LayerOffer[]): void {
  // Files that were dropped before the list had loaded belong to this site.
  const own = state.siteId === siteId || state.siteId === null ? state.rows.filter(({ group }) => group === 'own') : [];
  const known = new Map(state.siteId === siteId ? state.rows.map((row) => [row.id, row]) : []);
  const kept = keptChoices(siteId);
  const place = new Map(kept.map(({ id }, index) => [id, index]));
  const gallery = offers
    .filter(({ siteIds }) => siteIds.includes(siteId))
    .map((offer): LayerRow => {
      const before = known.get(offer.id);
      if (before?.offer && isSameOffer(before.offer, offer)) return before;
      return { ...rowOf(offer), ...kept.find(({ id }) => id === offer.id) };
    })
    .sort((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || 0);
  if (state.siteId !== siteId) Object.assign(state, { revealed: null, picked: null });
  state.siteId = siteId;
  setRows([...own, ...gallery]);
}

/** Another module, or other data, is opened anew. */
const isSameOffer = (a: LayerOffer, b: LayerOffer): boolean =>
  a.moduleUrl === b.moduleUrl && a.title === b.title && JSON.stringify(a.options) === JSON.stringify(b.options);

const rowOf = (offer: LayerOffer): LayerRow => ({
  ...NEW,
  id: offer.id,
  title: offer.title,
  icon: offer.icon ?? 'shapes',
  group: 'gallery',
  offer,
});

const NEW = {
  isVisible: false,
  opacityPercent: 100,
  settings: {},
  definition: null,
  report: null,
  failure: null,
} as const;

/** A layer from a file or an address of the person: on top of all, and shown. One of the same id is replaced. */
export function addOwnLayer(definition: AnyLayer): void {
  const { id, title, icon = 'shapes' } = definition;
  const row: LayerRow = { ...NEW, id, title, icon, group: 'own', offer: null, definition, isVisible: true };
  setRows([row, ...state.rows.filter((one) => one.id !== id)]);
}

export function removeOwnLayer(id: string): void {
  setRows(state.rows.filter((row) => row.id !== id || row.group !== 'own'));
}

/** Switches a layer on or off. Its failure is cleared. */
export function setLayerVisible(id: string, isVisible: boolean): void {
  change(id, { isVisible, failure: null, ...(isVisible ? {} : { report: null }) });
}

export const setLayerOpacity = (id: string, opacityPercent: number): void =>
  change(id, { opacityPercent: Math.min(100, Math.max(0, Math.round(opacityPercent))) });

export function setLayerSetting(id: string, key: string, value: string | number | boolean): void {
  const row = state.rows.find((one) => one.id === id);
  if (row) change(id, { settings: { ...row.settings, [key]: value } });
}

/** Moves a layer by this many places within its group, up with a negative number. */
export function moveLayer(id: string, by: number): void {
  const row = state.rows.find((one) => one.id === id);
  if (!row) return;
  const others = state.rows.filter((one) => one.group === row.group && one.id !== id);
  const now = state.rows.filter((one) => one.group === row.group).indexOf(row);
  const to = Math.min(others.length, Math.max(0, now + by));
  const group = [...others.slice(0, to), row, ...others.slice(to)];
  setRows((['own', 'gallery'] as const).flatMap((one) => (one === row.group ? group : rowsOf(one))));
}

const rowsOf = (group: LayerGroup): LayerRow[] => state.rows.filter((row) => row.group === group);

export const setLayerDefinition = (id: string, definition: AnyLayer): void => change(id, { definition });

/** Stores a report of a layer. A failed layer is switched off, once. */
export function reportLayer(id: string, report: LayerReport): void {
  const { failure } = report;
  change(id, failure ? { report: null, failure, isVisible: false } : { report });
}

/** Layers that have switched themselves off. */
export const failedLayers = (rows: readonly LayerRow[]): LayerRow[] => rows.filter(({ failure }) => failure !== null);

export function revealLayer(id: string | null): void {
  state.revealed = id;
}

export function showPicked(picked: PickedFacts | null): void {
  state.picked = picked && ref(picked);
}

/** Requests the layers of a link, which are shown when the list of layers has loaded. */
export function requestLayers(choices: readonly LayerChoice[]): void {
  state.requested = ref([...choices]);
}

/**
 * Shows the layers that a link has requested, in its order, and switches off the other layers of the gallery. True when
 * all named layers exist.
 */
export function showRequestedLayers(): boolean {
  const choices = state.requested ?? [];
  state.requested = null;
  const isHere = (id: string) => state.rows.some((row) => row.id === id);
  const order = new Map(choices.map(({ id }, index) => [id, index]));
  const rows = state.rows.map((row): LayerRow => {
    const choice = choices.find(({ id }) => id === row.id);
    return choice ? { ...row, ...choice, failure: null } : { ...row, isVisible: row.group === 'own' && row.isVisible };
  });
  setRows(
    (['own', 'gallery'] as const).flatMap((group) =>
      rows
        .filter((row) => row.group === group)
        .sort((a, b) => (order.get(a.id) ?? Infinity) - (order.get(b.id) ?? Infinity) || 0),
    ),
  );
  return choices.every(({ id }) => isHere(id));
}

/** The layers for a link: the shown ones that are not limited to this browser. */
export const linkedLayers = (): readonly LayerChoice[] =>
  state.requested ??
  state.rows
    .filter(({ isVisible, group, definition }) => isVisible && group === 'gallery' && definition?.sync !== 'private')
    .map(choiceOf);

const choiceOf = ({ id, isVisible, opacityPercent, settings }: LayerChoice): LayerChoice => ({
  id,
  isVisible,
  opacityPercent,
  settings,
});

function change(id: string, news: Partial<LayerRow>): void {
  if (state.rows.some((row) => row.id === id)) {
    setRows(state.rows.map((row) => (row.id === id ? { ...row, ...news } : row)));
  }
}

function setRows(rows: readonly LayerRow[]): void {
  state.rows = ref([...rows]);
  keep();
}

function keep(): void {
  const { siteId, rows } = state;
  if (siteId === null) return;
  const kept = rows.filter(({ group }) => group === 'gallery').map(choiceOf);
  const isChanged = JSON.stringify(preferences.layerChoices[siteId] ?? []) !== JSON.stringify(kept);
  if (isChanged) setPreference('layerChoices', { ...preferences.layerChoices, [siteId]: kept });
}

/** The stored choices of a site; invalid ones are ignored. */
function keptChoices(siteId: number): LayerChoice[] {
  const kept = preferences.layerChoices[siteId];
  return Array.isArray(kept) ? kept.filter(isChoice) : [];
}

const isPercent = isWholeNumber(0, 100);
const isChoice = (value: unknown): value is LayerChoice =>
  isRecord(value) &&
  isText(value['id']) &&
  isBoolean(value['isVisible']) &&
  isPercent(value['opacityPercent']) &&
  isRecord(value['settings']);

/** Whether the person has left a layer of a site switched on: its list is then needed before the panel is opened. */
export const hasKeptLayers = (siteId: number): boolean => keptChoices(siteId).some(({ isVisible }) => isVisible);
