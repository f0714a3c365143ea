import { useEffect } from 'react';
import { proxy, ref } from 'valtio';

const state = proxy<{ unsaved: number; next: { go: () => void } | null }>({ unsaved: 0, next: null });

/** Forms with unsaved input, and the next address: null while no page is being left. */
export const leaving: Readonly<{ unsaved: number; next: { go: () => void } | null }> = state;

/** Navigates, or asks first when typed input would be lost. */
export function leave(go: () => void): void {
  if (state.unsaved > 0) state.next = ref({ go });
  else go();
}

/** The answer to that question. */
export function answerLeaving(doLeave: boolean): void {
  const next = state.next;
  state.next = null;
  if (doLeave) next?.go();
}

/** Says that the page holds input that would be lost by leaving it, closing the window included. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    state.unsaved++;
    window.addEventListener('beforeunload', onUnload);
    return () => {
      state.unsaved--;
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isUnsaved]);
}
