import { useEffect } from 'react';
import { proxy, ref } from 'valtio';

/** Forms with unsaved input, and where their page was about to be left for: null while nobody wants to leave. */
export const leaving = proxy<{ unsaved: number; next: { go: () => void } | null }>({ unsaved: 0, next: null });

/** Goes, or asks first when something typed would be lost by it. */
export function leave(go: () => void): void {
  if (leaving.unsaved > 0) leaving.next = ref({ go });
  else go();
}

/** The answer to that question. */
export function answerLeaving(doLeave: boolean): void {
  const next = leaving.next;
  leaving.next = null;
  if (doLeave) next?.go();
}

/** Says that the page holds input that would be lost by leaving it, closing the window included. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    leaving.unsaved++;
    window.addEventListener('beforeunload', onUnload);
    return () => {
      leaving.unsaved--;
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isUnsaved]);
}
