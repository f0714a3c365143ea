import { createContext, type RefObject } from 'react';

/** What surrounds a page of the settings and how it is left. */
interface PageFrame {
  onClose: () => void;
  /** Goes to what the page belongs to: its list, or on a phone the menu. Null where there is nothing above it. */
  onBack: (() => void) | null;
  /** What Escape leaves on the page before it leaves the page: the page sets it. */
  innermostRef: RefObject<(() => void) | null>;
}

export const PageFrameContext = createContext<PageFrame>({
  onClose: () => undefined,
  onBack: null,
  innermostRef: { current: null },
});
