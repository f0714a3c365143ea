import { proxy, ref } from 'valtio';
import type { Vec3 } from '@overlook/shared/maths';
import type { LocalCloud, OwnModel } from '@overlook/engine';

/** Where a file is on the earth. */
export interface FilePlace {
  readonly centerEcef: Vec3;
  readonly radiusM: number;
  /** Metres from the view in which it was opened to its middle; null where it is in that view. */
  readonly awayM: number | null;
}

export interface CloudEntry {
  readonly id: number;
  /** Name of the file. */
  readonly name: string;
  /** The share that is read; 1 when it is shown. */
  share: number;
  /** The shown cloud; null while it is read and after a failure. */
  cloud: LocalCloud | null;
  /** The same of a file with a model. */
  model: OwnModel | null;
  /** Of the shown cloud or model. */
  place: FilePlace | null;
  /** By what grids of the server it is placed, and which are missing; sentences. */
  gridTexts: readonly string[];
  /** Why it cannot be shown: names the file and the reason. */
  failure: string | null;
}

interface LocalCloudState {
  entries: CloudEntry[];
  /** The clouds on the stages. The list is replaced, never changed in place. */
  shown: readonly LocalCloud[];
  models: readonly OwnModel[];
}

const state = proxy<LocalCloudState>({ entries: [], shown: ref([]), models: ref([]) });

/** Point clouds and models from files of the person: in this page only, never uploaded. */
export const localClouds: Readonly<LocalCloudState> = state;

let nextId = 1;

/** A file that begins to be read. Returns its id. */
export function addCloud(name: string): number {
  const id = nextId++;
  state.entries.push({ id, name, share: 0, cloud: null, model: null, place: null, gridTexts: [], failure: null });
  return id;
}

/** Stores the state of a file; a file that was removed meanwhile is ignored. */
export function updateCloud(
  id: number,
  news: Partial<Pick<CloudEntry, 'share' | 'cloud' | 'model' | 'place' | 'gridTexts' | 'failure'>>,
): void {
  const entry = state.entries.find((one) => one.id === id);
  if (!entry) return;
  const held = {
    ...(news.cloud && { cloud: ref(news.cloud) }),
    ...(news.model && { model: ref(news.model) }),
    ...(news.place && { place: ref(news.place) }),
  };
  Object.assign(entry, news, held);
  follow();
}

export function removeCloud(id: number): void {
  state.entries = state.entries.filter((one) => one.id !== id);
  follow();
}

/** Takes the files away that could not be shown. */
export function removeRefused(): void {
  if (state.entries.some(({ failure }) => failure !== null))
    state.entries = state.entries.filter(({ failure }) => failure === null);
}

function follow(): void {
  const shown = state.entries.flatMap(({ cloud }) => cloud ?? []);
  if (!isSame(shown, state.shown)) state.shown = ref(shown as LocalCloud[]);
  const models = state.entries.flatMap(({ model }) => model ?? []);
  if (!isSame(models, state.models)) state.models = ref(models as OwnModel[]);
}

const isSame = (one: readonly object[], other: readonly object[]): boolean =>
  one.length === other.length && one.every((item, i) => item === other[i]);
