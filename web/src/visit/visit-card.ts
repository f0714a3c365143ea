import { VISIT_MESSAGES } from '@overlook/shared/messages';
import { make } from '@overlook/embed/viewer/dom';

interface VisitCardOptions {
  readonly title: string;
  readonly hint?: string;
  /** Retries; null where that cannot help. */
  readonly onRetry?: (() => void) | null;
}

/** Shown in place of the view: the reason, and the next action. It reveals nothing about the site. */
export function visitCard({ title, hint, onRetry }: VisitCardOptions): HTMLElement {
  const card = make('section', { class: 'card', role: 'alert' }, make('h1', { class: 'title' }, title));
  if (hint !== undefined) card.append(make('p', { class: 'hint' }, hint));
  if (onRetry) {
    const retry = make('button', { type: 'button', class: 'action' }, VISIT_MESSAGES['visit.retry']);
    retry.addEventListener('click', onRetry);
    card.append(retry);
  }
  return card;
}

/** While the view opens. */
export const openingCard = (): HTMLElement =>
  make('p', { class: 'opening', role: 'status' }, VISIT_MESSAGES['visit.opening']);
