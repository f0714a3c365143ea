/**
 * What rules of the page for all elements (`*`, `body`) must not change: the texts are English, and the stage covers the element and nothing
 * else. Important rules of a shadow root come before all of its page.
 */
const KEPT = `
:host {
  contain: strict !important;
  container: overlook-viewer / size !important;
  direction: ltr !important;
  text-align: start !important;
  text-indent: 0 !important;
  text-shadow: none !important;
  text-transform: none !important;
  letter-spacing: normal !important;
  word-spacing: normal !important;
  white-space: normal !important;
}
`;

/** Default styles of the element. Custom properties and parts are described in docs/embedding/element.md. */
const CSS = `
:host {
  display: block;
  position: relative;
  min-height: 160px;
  overflow: hidden;
  height: 400px;
}
:host([hidden]) { display: none; }
.stage {
  position: absolute;
  inset: 0;
  overflow: hidden;
  outline: none;
  touch-action: none;
  background: linear-gradient(var(--overlook-sky, #b9cbdc), var(--overlook-ground, #d9d6cf) 45%);
}
.stage:focus-visible::after {
  content: '';
  position: absolute;
  inset: 0;
  border: 2px solid var(--overlook-focus, #ffd27a);
  box-shadow: inset 0 0 0 1px #0d1116;
  pointer-events: none;
}
.message {
  position: absolute;
  inset: 0;
  isolation: isolate;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 12px;
  padding: 16px;
  text-align: center;
  color: var(--overlook-text, #f4f6f8);
  font: 14px / 20px var(--overlook-font, system-ui, sans-serif);
  background: var(--overlook-surface, #161b22);
}
::slotted([slot='poster']) {
  position: absolute;
  inset: 0;
  z-index: -1;
  width: 100%;
  height: 100%;
  object-fit: cover;
  opacity: 0.4;
}
.message[data-over] slot { display: none; }
:host([theme='light']) .message {
  color: var(--overlook-text, #0d1115);
  background: var(--overlook-surface, #f4f5f7);
}
.message[hidden] { display: none; }
.message[data-over] {
  inset: 48px auto auto 50%;
  translate: -50%;
  width: max-content;
  max-width: max(160px, 100% - 160px);
  padding: 8px 12px;
  border: 1px solid;
  border-radius: 6px;
  z-index: 5;
  pointer-events: none;
}
.message p { margin: 0; }
.message button {
  min-width: 44px;
  min-height: 44px;
  padding: 0 16px;
  border: 1px solid currentColor;
  border-radius: 6px;
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
}
.message button:focus-visible {
  outline: 2px solid var(--overlook-focus, #ffd27a);
  outline-offset: 2px;
}
`;

let sheet: CSSStyleSheet | null = null;

/** One sheet for all elements of a page. A constructed sheet needs no `style-src` in the page's CSP. */
export function shadowStyle(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS + KEPT);
  }
  return sheet;
}
