import type { ReactNode } from 'react';
import { Page } from '../../ui/page/page.tsx';

/** The page that stands in for one whose code could not be loaded: its title, and the ways back and out. */
export const pageFailure =
  (title: string) =>
  ({ children }: { children: ReactNode }) => <Page title={title}>{children}</Page>;
