import { showToast } from '../state/toasts.ts';

/** Puts a text on the clipboard and says whether that went well. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('tools.copied', 'success');
  } catch (error) {
    // Refused by the browser, or a page without https: there is no other way that is not a trick.
    console.warn('The clipboard refused the text.', error);
    showToast('tools.copyFailed', 'error');
  }
}
