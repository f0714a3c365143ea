/** Typed values of forms that are not saved yet: stored for this tab, so that a reload does not lose it. */

const PREFIX = 'overlook.draft.';

/** The stored draft of this key, parsed; null when there is none. Its form checks the values. */
export function keptDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
  } catch {
    return null; // no storage, or a text that is no JSON: the form begins as it would without a draft
  }
}

/** Stores a draft; null deletes it. Without storage, or when it is full, the draft is kept in memory until the page is closed. */
export function keepDraft(key: string, draft: unknown): void {
  try {
    if (draft === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch (error) {
    console.warn('What was typed cannot be kept beyond this page.', error);
  }
}
