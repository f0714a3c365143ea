/**
 * Says on the document what a person uses now: `data-input` is "keys" after a key and "pointer" after a press. The stage
 * takes its focus by script, for which browsers show the ring of whatever was used long before.
 */
export function watchInputModality(): () => void {
  const { dataset } = document.documentElement;
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  document.addEventListener('keydown', () => (dataset['input'] = 'keys'), options);
  document.addEventListener('pointerdown', () => (dataset['input'] = 'pointer'), options);
  return () => listening.abort();
}
