import tokens from '../../styles/tokens.css?inline';
import measures from '../../styles/layout.css?inline';
import styles from './controls.css?inline';
import { themedTokens } from './themed-tokens.ts';

let sheet: CSSStyleSheet | null = null;

/**
 * Adds the control styles to a shadow root as a constructed style sheet, because a strict CSP of the host page blocks style
 * elements. Returns a function that removes them.
 */
export function adoptStyles(root: ShadowRoot): () => void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(themedTokens(tokens) + measures.replaceAll(':root', ':host') + styles);
  }
  const own = sheet;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, own];
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== own);
  };
}
