import { proxy, ref } from 'valtio';
import type { LocalCloud } from '../engine/index.ts';

export interface CloudEntry {
  readonly id: number;
  /** Name of the file. */
  readonly name: string;
  /** The share that is read; 1 when it is shown. */
  share: number;
  /** The shown cloud; null while it is read and after a failure. */
  cloud: LocalCloud | null;
  /** Why it cannot be shown: names the file and the reason. */
  failure: string | null;
}

interface LocalCloudState {
  entries: CloudEntry[];
  /** The clouds on the stages. The list is replaced, never changed in place. */
  shown: readonly LocalCloud[];
}

const state = proxy<LocalCloudState>({ entries: [], shown: ref([]) });

/** Point clouds from files of the person: in this page only, never uploaded. */
export const localClouds: Readonly<LocalCloudState> = state;

let nextId = 1;

/** A file that begins to be read. Returns its id. */
export function addCloud(name: string): number {
  const id = nextId++;
  state.entries.push({ id, name, share: 0, cloud: null, failure: null });
  return id;
}

/** Stores the state of a file; a file that was removed meanwhile is ignored. */
export function updateCloud(id: number, news: Partial<Pick<CloudEntry, 'share' | 'cloud' | 'failure'>>): void {
  const entry = state.entries.find((one) => one.id === id);
  if (!entry) return;
  Object.assign(entry, news, news.cloud ? { cloud: ref(news.cloud) } : {});
  follow();
}

export function removeCloud(id: number): void {
  state.entries = state.entries.filter((one) => one.id !== id);
  follow();
}

function follow(): void {
  const shown = state.entries.flatMap(({ cloud }) => cloud ?? []);
  const isSame = shown.length === state.shown.length && shown.every((cloud, i) => cloud === state.shown[i]);
  if (!isSame) state.shown = ref(shown as LocalCloud[]);
}
