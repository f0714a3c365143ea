import { createContext } from 'react';

/** What surrounds a page of the settings and how it is left. */
interface PageFrame {
  onClose: () => void;
  /** Goes to what the page belongs to: its list, or on a phone the menu. Null where there is nothing above it. */
  onBack: (() => void) | null;
}

export const PageFrameContext = createContext<PageFrame>({ onClose: () => undefined, onBack: null });
