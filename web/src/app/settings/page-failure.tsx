import type { ReactNode } from 'react';
import { Page } from '../../ui/page/page.tsx';

/** Shown in place of a page whose code could not be loaded: its title, Back and Close. */
export const pageFailure =
  (title: string) =>
  ({ children }: { children: ReactNode }) => <Page title={title}>{children}</Page>;
