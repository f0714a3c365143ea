import { proxy, ref, useSnapshot } from 'valtio';
import { keepDraft, keptDraft } from '../../../../state/drafts.ts';
import { type MocDraft, readDraft } from './moc-draft.ts';

interface FormState {
  /** Names the draft among those that are kept: person, site and change. */
  key: string | null;
  draft: MocDraft | null;
}

const state = proxy<FormState>({ key: null, draft: null });

/** Names the draft of a change of a site that a person edits. */
export const draftKey = (userId: number, siteId: number, mocId: number | null): string =>
  `moc.${userId}.${siteId}.${mocId ?? 'new'}`;

/** The draft of the form that is open; null while none is. */
export const mocForm: Readonly<FormState> = state;

/** Continues with the stored draft of this key, or begins one. */
export function openDraft(key: string, begin: () => MocDraft): void {
  if (state.key === key) return;
  Object.assign(state, { key, draft: ref(readDraft(keptDraft(key)) ?? begin()) });
}

/** Changes the draft and keeps it. Without an open draft nothing happens: an upload may end after its form. */
export function changeDraft(change: Partial<MocDraft> | ((draft: MocDraft) => Partial<MocDraft>)): void {
  if (!state.draft || state.key === null) return;
  const draft = { ...state.draft, ...(typeof change === 'function' ? change(state.draft as MocDraft) : change) };
  state.draft = ref(draft as MocDraft);
  keepDraft(state.key, draft);
}

/** Closes the form and keeps the draft: the same form continues with it. */
export function leaveDraft(): void {
  Object.assign(state, { key: null, draft: null });
}

/** Deletes the draft, because it was saved or discarded. */
export function dropDraft(): void {
  if (state.key !== null) keepDraft(state.key, null);
  leaveDraft();
}

/** The open draft, live. Throws without one. */
export function useDraft(): MocDraft {
  const { draft } = useSnapshot(state);
  if (!draft) throw new Error('useDraft is for components of an open form.');
  return draft as MocDraft;
}
