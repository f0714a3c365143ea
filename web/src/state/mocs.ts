import { proxy, ref } from 'valtio';
import type { BcfImport } from '@overlook/shared/schemas';
import { leave } from './leaving.ts';

/** The progress of the import of a BCF file, and its result. */
export type BcfProgress =
  | { readonly step: 'sending'; readonly sentBytes: number; readonly sizeBytes: number }
  | { readonly step: 'done'; readonly outcome: BcfImport }
  | { readonly step: 'failed'; readonly reason: string };

export interface BcfImporting {
  /** Distinguishes it from earlier imports. */
  readonly id: number;
  readonly filename: string;
  readonly progress: BcfProgress;
}

interface MocsState {
  /** The change (MOC) whose card is open. */
  openId: number | null;
  /** The change whose row takes the keyboard focus once it is listed; null for none. */
  focusId: number | null;
  /** Those that are pointed at in the list, on a stage or on the map: several in a group of pins. */
  pointedIds: readonly number[];
  /** The changes of the group of pins that was clicked, which alone are listed; null lists all. */
  listedIds: readonly number[] | null;
  /** Areas that are not shown, by uuid: until the page is closed. */
  hiddenAreas: readonly string[];
  /**
   * The last import at each site, until it is dismissed: it continues, and has its result, while the panel is closed.
   */
  imports: Readonly<Record<number, BcfImporting>>;
}

const DEFAULTS: Readonly<MocsState> = Object.freeze({
  openId: null,
  focusId: null,
  pointedIds: ref([]),
  listedIds: null,
  hiddenAreas: [],
  imports: {},
});

const state = proxy<MocsState>({ ...DEFAULTS });

/** The changes of the shown site, the same in all screens. */
export const mocs: Readonly<MocsState> = state;

/** Opens the card of a change, which is listed from then on; null closes it. Its row may take the keyboard focus too. */
export function openMoc(mocId: number | null, { takesFocus = false } = {}): void {
  state.openId = mocId;
  state.focusId = takesFocus ? mocId : null;
  if (mocId !== null && state.listedIds?.includes(mocId) === false) state.listedIds = null;
}

/** The row has taken the focus, or no longer takes it. */
export function endFocusOnMoc(): void {
  state.focusId = null;
}

/** Opens the card of a change or none; asks first when unsaved input in another card would be lost. */
export function leaveCard(mocId: number | null, go: () => void): void {
  if (state.openId === null || state.openId === mocId) go();
  else leave(go);
}

/** Lists some changes alone; null lists all. */
export function listMocs(mocIds: readonly number[] | null): void {
  state.listedIds = mocIds;
}

/** Stores which changes are pointed at; none ends it. */
export function pointAtMocs(mocIds: readonly number[]): void {
  if (mocIds.length > 0 || state.pointedIds.length > 0) state.pointedIds = ref([...mocIds]);
}

/** Hides one area of a change, or shows it again. */
export function setAreaHidden(areaUuid: string, isHidden: boolean): void {
  const others = state.hiddenAreas.filter((uuid) => uuid !== areaUuid);
  state.hiddenAreas = isHidden ? [...others, areaUuid] : others;
}

let importId = 0;

/** Shows a new import at a site in place of the one before. Returns its id. */
export function beginImport(siteId: number, filename: string, progress: BcfProgress): number {
  importId++;
  state.imports = { ...state.imports, [siteId]: { id: importId, filename, progress } };
  return importId;
}

/** Nothing happens when the import was dismissed, or another one begun. */
export function setImportProgress(siteId: number, id: number, progress: BcfProgress): void {
  const last = state.imports[siteId];
  if (last?.id === id) state.imports = { ...state.imports, [siteId]: { ...last, progress } };
}

export function dismissImport(siteId: number): void {
  const { [siteId]: _dismissed, ...others } = state.imports;
  state.imports = others;
}

/** For another person none of these changes exists. */
export function resetMocs(): void {
  Object.assign(state, DEFAULTS);
}
