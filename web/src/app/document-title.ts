import { useEffect } from 'react';
import { announce } from '../ui/announcer.tsx';

/** Names the page after the screen it shows, and says so. */
export function useDocumentTitle(screen: string, productName: string): void {
  useEffect(() => {
    document.title = `${screen} · ${productName}`;
    announce(screen);
  }, [screen, productName]);
}
