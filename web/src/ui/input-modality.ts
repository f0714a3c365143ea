/** Keys that people with a mouse press too: they say nothing of what the next step is done with. */
const WITH_A_MOUSE: readonly string[] = ['Enter', 'Delete', 'Backspace', 'Shift', 'Control', 'Alt', 'Meta'];

/**
 * Sets the current input device on the document: `data-input` is "keys" after a key that moves the focus, the camera or a text, and "pointer" after a press. The
 * stage takes its focus by script, for which browsers decide the focus ring by earlier input.
 */
export function watchInputModality(): () => void {
  const { dataset } = document.documentElement;
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (!WITH_A_MOUSE.includes(key) && !ctrlKey && !metaKey) dataset['input'] = 'keys';
  };
  document.addEventListener('keydown', onKey, options);
  document.addEventListener('pointerdown', () => (dataset['input'] = 'pointer'), options);
  return () => listening.abort();
}
