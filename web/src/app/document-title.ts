import { useEffect } from 'react';
import { announce } from '../ui/announcer.tsx';

/** Sets the title of the page to that of the screen, and announces it. */
export function useDocumentTitle(screen: string, productName: string): void {
  useEffect(() => {
    document.title = `${screen} · ${productName}`;
    announce(screen);
  }, [screen, productName]);
}
