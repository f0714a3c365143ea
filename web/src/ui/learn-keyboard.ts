import { keyboardWords } from './keyboard-words.ts';

/** Places of signs on a US keyboard (`KeyboardEvent.code`). Figures have the same places everywhere. */
const SIGNS: Readonly<Record<string, string>> = {
  ',': 'Comma',
  '.': 'Period',
  '/': 'Slash',
  '[': 'BracketLeft',
  ']': 'BracketRight',
};

/** Of the Keyboard Map API, which Chromium has. */
export interface KeyboardWithLayout {
  getLayoutMap(): Promise<{ get(code: string): string | undefined }>;
}

/**
 * Keys act by their place on the keyboard: from now on {@link keyboardWords} names them as they are printed on this person's. Browsers
 * that do not tell leave the words of a US keyboard. `keyboard` is that of `navigator`.
 */
export async function learnKeyboard(keyboard: KeyboardWithLayout | undefined): Promise<void> {
  // Not in frames that may not know it.
  const layout = await keyboard?.getLayoutMap().catch(() => null);
  if (!layout) return;
  const printed = (sign: string) => {
    const code = /[A-Z]/.test(sign) ? `Key${sign}` : SIGNS[sign];
    return (code && layout.get(code)?.toUpperCase()) ?? sign;
  };
  // Ctrl+Z is the key with the Z on it, wherever that is.
  keyboardWords.of = (chord) => chord.replace(/^(Shift\+)?(.)$/, (_all, held = '', sign) => held + printed(sign));
}
