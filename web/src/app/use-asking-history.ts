import { useEffect } from 'react';
import { leave, leaving } from '../state/leaving.ts';

/** What is told after a change of the address that is no step back or forward: by wouter. */
const ADDRESS_EVENTS = ['pushState', 'replaceState'];

/**
 * Back and Forward of the browser ask first when something typed would be lost by them. The browser does not ask before it
 * goes, so the address that it has left is added again until there is an answer; the entries after it in the history are lost.
 */
export function useAskingHistory(): void {
  useEffect(() => {
    let here = { href: location.href, path: location.pathname, state: history.state as unknown };
    let isAnswered = false;
    const note = () => void (here = { href: location.href, path: location.pathname, state: history.state });
    const onStep = (event: PopStateEvent) => {
      if (leaving.unsaved === 0 || isAnswered || location.pathname === here.path) {
        isAnswered = false;
        return note();
      }
      // No page sees that the address was another one.
      event.stopImmediatePropagation();
      history.pushState(here.state, '', here.href);
      leave(() => {
        isAnswered = true;
        history.back();
      });
    };
    for (const name of ADDRESS_EVENTS) addEventListener(name, note);
    addEventListener('popstate', onStep, { capture: true });
    return () => {
      for (const name of ADDRESS_EVENTS) removeEventListener(name, note);
      removeEventListener('popstate', onStep, { capture: true });
    };
  }, []);
}
