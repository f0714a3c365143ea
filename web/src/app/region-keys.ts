import { useEffect } from 'react';

/** Regions that F6 visits, in the order of the document: rail, panel, top bar, screen, footer. */
const REGIONS = 'nav, aside, header, [role="application"], footer';
const FOCUSABLE = 'a[href], button:not(:disabled), input, select, textarea, [tabindex="0"]';

/** The element to focus in a region: the region itself if it takes focus, else the first thing in it that does. */
function entryOf(region: HTMLElement): HTMLElement | null {
  return region.matches(FOCUSABLE) ? region : region.querySelector<HTMLElement>(FOCUSABLE);
}

/** F6 and Shift+F6 go to the next and the previous region (interface brief §6). */
export function useRegionKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      const entries = [...document.querySelectorAll<HTMLElement>(REGIONS)]
        .map(entryOf)
        .filter((entry) => entry !== null);
      const regionNow = document.activeElement?.closest<HTMLElement>(REGIONS);
      const now = regionNow ? entries.indexOf(entryOf(regionNow)!) : -1;
      const step = event.shiftKey ? -1 : 1;
      const next = now < 0 ? 0 : (now + step + entries.length) % entries.length;
      entries[next]?.focus();
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
