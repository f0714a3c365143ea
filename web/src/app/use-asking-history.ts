import { useEffect } from 'react';
import { leave, leaving } from '../state/leaving.ts';

/** The events that wouter sends after a change of the address that is not a step back or forward. */
const ADDRESS_EVENTS = ['pushState', 'replaceState'];

/**
 * Back and Forward of the browser ask first when typed input would be lost. The browser does not ask before it
 * navigates, so the former address is added again until there is an answer; the later entries of the history are lost.
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
