import { subscribeKey } from 'valtio/utils';
import type { Mark, OverlaySource } from '@overlook/engine';
import { cad } from '../../../state/cad.ts';

/** Over measured values, which can be moved aside. */
const PRIORITY = 8;

let marks: readonly Mark[] = [];
const listeners = new Set<() => void>();

function follow(): void {
  const { label } = cad;
  marks = label ? [{ kind: 'label', id: 'selection', variant: 'selection', priority: PRIORITY, ...label }] : [];
  for (const listener of listeners) listener();
}
subscribeKey(cad, 'label', follow);

/** The name of the object selected last, over it in the model. */
export const selectionLabel: OverlaySource = {
  marks: () => marks,
  grab: () => false,
  drag: () => undefined,
  release: () => undefined,
  cancelGrab: () => undefined,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
