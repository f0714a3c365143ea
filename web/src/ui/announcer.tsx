import { proxy, useSnapshot } from 'valtio';

const spoken = proxy({ text: '' });

/** Least time between two announcements, in milliseconds; of several in between the last one is announced. */
const PAUSE_MS = 1000;

let lastAt = -Infinity;
let pending: ReturnType<typeof setTimeout> | undefined;

/** Says a sentence to assistive technology, politely. */
export function announce(text: string): void {
  clearTimeout(pending);
  const wait = Math.max(0, lastAt + PAUSE_MS - performance.now());
  pending = setTimeout(() => {
    lastAt = performance.now();
    spoken.text = text;
    // The text is removed after it was announced, so that a screen reader does not read it again with the page.
    pending = setTimeout(() => (spoken.text = ''), PAUSE_MS);
  }, wait);
}

/** The live region of the page; there is one. */
export function Announcer() {
  const { text } = useSnapshot(spoken);
  return (
    <div className="visually-hidden" role="status" aria-live="polite" data-react-aria-top-layer="true">
      {text}
    </div>
  );
}
