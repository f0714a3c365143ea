import { proxy } from 'valtio';
import { TOASTS_AT_MOST } from '@overlook/shared/config';
import type { MessageKey } from '@overlook/shared/messages';

export type ToastTone = 'info' | 'success' | 'error';

export interface Toast {
  id: number;
  key: MessageKey;
  tone: ToastTone;
}

const state = proxy<{ shown: readonly Toast[] }>({ shown: [] });

/** The toasts on the page, oldest first. */
export const toasts: { readonly shown: readonly Toast[] } = state;

let nextId = 1;

/** Shows a sentence for a moment. The same sentence is shown once: showing it again restarts its time. */
export function showToast(key: MessageKey, tone: ToastTone = 'info'): void {
  const others = state.shown.filter((toast) => toast.key !== key);
  state.shown = [...others, { id: nextId++, key, tone }].slice(-TOASTS_AT_MOST);
}

export function dismissToast(id: number): void {
  state.shown = state.shown.filter((toast) => toast.id !== id);
}
