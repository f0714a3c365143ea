import { PHOTOS } from '@overlook/shared/config';
import css from './pop-out.module.css';

/** Another window of this page, which shows the content of `root`. */
export interface PopOut {
  readonly root: HTMLElement;
  setTitle(title: string): void;
  /** Safe to call twice. */
  close(): void;
}

/**
 * Opens a window for parts of this page: their state, calls and handlers remain here, only their elements and styles
 * are in the window. Call it in the handler of a button. Null when the browser does not allow it. `onClosed` is called
 * once, for any cause; the window closes with this page.
 */
export function openPopOut(onClosed: () => void): PopOut | null {
  const { popOutWidthPx: width, popOutHeightPx: height } = PHOTOS;
  const popUp = window.open('', '', `popup,width=${width},height=${height}`);
  if (!popUp) return null;
  const there = popUp.document;
  const root = there.createElement('div');
  root.className = css.root!;
  there.body.replaceChildren(root);
  for (const { name, value } of document.documentElement.attributes) there.documentElement.setAttribute(name, value);
  const endStyles = shareStyles(there);
  const stop = new AbortController();
  const { signal } = stop;
  const close = () => {
    if (signal.aborted) return;
    stop.abort();
    endStyles();
    popUp.close();
    onClosed();
  };
  // A reload of that window loses its elements, so it is closed as well.
  popUp.addEventListener('pagehide', close, { signal });
  window.addEventListener('pagehide', close, { signal });
  popUp.focus();
  return { root, setTitle: (title) => void (there.title = title), close };
}

const STYLES = 'link[rel="stylesheet"], style';

/** Copies the style sheets of this page, now and as parts of it load more. Returns what ends that. */
function shareStyles(there: Document): () => void {
  const copy = (element: Element) => {
    const copied = there.importNode(element, true);
    // Its own document has no address for others to be relative to.
    if (element instanceof HTMLLinkElement) copied.setAttribute('href', element.href);
    there.head.append(copied);
  };
  document.querySelectorAll(STYLES).forEach(copy);
  const watch = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element && node.matches(STYLES)) copy(node);
  });
  watch.observe(document.head, { childList: true });
  return () => watch.disconnect();
}
