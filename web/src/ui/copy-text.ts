import { TOOLS_MESSAGES } from '@overlook/shared/messages';
import { showToast } from '../state/toasts.ts';

/** Copies a text to the clipboard and returns whether that succeeded. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(TOOLS_MESSAGES['tools.copied'], 'success');
  } catch (error) {
    // Refused by the browser, or a page without https: there is no other way that is not a trick.
    console.warn('The clipboard refused the text.', error);
    showToast(TOOLS_MESSAGES['tools.copyFailed'], 'error');
  }
}
