import tokens from '../../styles/tokens.css?inline';
import measures from '../../styles/layout.css?inline';
import styles from './controls.css?inline';

/** The tokens of the product, on the element: a host page's own values for it have priority. */
const onHost = (css: string): string => css.replaceAll(':root', ':host');

let sheet: CSSStyleSheet | null = null;

/** Gives a shadow root the look of the controls, without a style element, which a strict policy of a host page forbids. */
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
