import type { ComponentType } from 'react';
import { SettingsPane } from '../features/settings/settings-pane.tsx';
import { SitesPanel } from '../features/sites/sites-panel.tsx';
import { ToolsPanel } from '../features/tools/tools-panel.tsx';

export interface ScreenProps {
  /** Goes back to the main view. */
  onClose: () => void;
}

interface Route {
  readonly path: string;
  /** Names the page. */
  readonly title: string;
  /** 'panel' stands beside the stage, 'pane' over everything. */
  readonly place: 'panel' | 'pane';
  readonly screen: ComponentType<ScreenProps>;
}

/** The main view; every other signed-in address opens something over or beside it. */
export const MAIN_VIEW = { path: '/', title: 'Main view' } as const;

/** Path → screen. Every signed-in user may open these; what is in them is gated where it stands. */
export const ROUTES: readonly Route[] = [
  { path: '/sites', title: 'Sites', place: 'panel', screen: SitesPanel },
  { path: '/tools', title: 'Tools', place: 'panel', screen: ToolsPanel },
  { path: '/settings', title: 'Settings', place: 'pane', screen: SettingsPane },
];

/** The route of an address, or null for the main view and for addresses that lead nowhere. */
export function routeFor(path: string): Route | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return ROUTES.find((route) => route.path === plain) ?? null;
}
