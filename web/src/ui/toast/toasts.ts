import { proxy } from 'valtio';
import { TOASTS_AT_MOST } from '@overlook/shared/config';
import type { MessageKey } from '@overlook/shared/messages';

export type ToastTone = 'info' | 'success' | 'error';

export interface Toast {
  id: number;
  key: MessageKey;
  tone: ToastTone;
}

/** The toasts on the page, oldest first. */
export const toasts = proxy<{ shown: Toast[] }>({ shown: [] });

let nextId = 1;

/** Shows a sentence for a moment. The same sentence is not stacked upon itself: it starts its moment anew. */
export function showToast(key: MessageKey, tone: ToastTone = 'info'): void {
  const others = toasts.shown.filter((toast) => toast.key !== key);
  toasts.shown = [...others, { id: nextId++, key, tone }].slice(-TOASTS_AT_MOST);
}

export function dismissToast(id: number): void {
  toasts.shown = toasts.shown.filter((toast) => toast.id !== id);
}
