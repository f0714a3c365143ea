import tokens from '../../styles/tokens.css?inline';
import measures from '../../styles/layout.css?inline';
import styles from './controls.css?inline';

/** Defines the product's design tokens on the element: values that the host page sets on the element have priority. */
const onHost = (css: string): string => css.replaceAll(':root', ':host');

let sheet: CSSStyleSheet | null = null;

/**
 * Adds the control styles to a shadow root as a constructed style sheet, because a strict CSP of the host page blocks style
 * elements. Returns a function that removes them.
 */
export function adoptStyles(root: ShadowRoot): () => void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(onHost(tokens) + onHost(measures) + styles);
  }
  const own = sheet;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, own];
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== own);
  };
}
