import { proxy, ref } from 'valtio';
import { TOASTS_AT_MOST } from '@overlook/shared/config';

export type ToastTone = 'info' | 'success' | 'error';

export interface Toast {
  id: number;
  text: string;
  tone: ToastTone;
  /** Tries again what has failed. */
  onRetry?: () => void;
}

const state = proxy<{ shown: readonly Toast[] }>({ shown: [] });

/** The toasts on the page, oldest first. */
export const toasts: { readonly shown: readonly Toast[] } = state;

let nextId = 1;

/** Shows a sentence for a moment. The same sentence is shown once: showing it again restarts its time. */
export function showToast(text: string, tone: ToastTone = 'info', onRetry?: () => void): void {
  const others = state.shown.filter((toast) => toast.text !== text);
  const toast: Toast = { id: nextId++, text, tone, ...(onRetry && { onRetry: ref(onRetry) }) };
  state.shown = [...others, toast].slice(-TOASTS_AT_MOST);
}

export function dismissToast(id: number): void {
  state.shown = state.shown.filter((toast) => toast.id !== id);
}
