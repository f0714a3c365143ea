import { createContext, type RefObject } from 'react';

/** What surrounds a page of the settings and how it is left. */
interface PageFrame {
  onClose: () => void;
  /** Navigates to the parent of the page: its list, or on a phone the menu. Null where it has no parent. */
  onBack: (() => void) | null;
  /** The action of Escape on the page before it leaves the page; the page sets it. */
  innermostRef: RefObject<(() => void) | null>;
}

export const PageFrameContext = createContext<PageFrame>({
  onClose: () => undefined,
  onBack: null,
  innermostRef: { current: null },
});
