/**
 * Sets the current input device on the document: `data-input` is "keys" after a key and "pointer" after a press. The
 * stage takes its focus by script, for which browsers decide the focus ring by earlier input.
 */
export function watchInputModality(): () => void {
  const { dataset } = document.documentElement;
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  document.addEventListener('keydown', () => (dataset['input'] = 'keys'), options);
  document.addEventListener('pointerdown', () => (dataset['input'] = 'pointer'), options);
  return () => listening.abort();
}
