import type { ComponentType } from 'react';
import { EXPORTS_PATH, EXPORTS_TOKENS } from '../features/viewer/exports/exports-access.ts';
import type { PermissionToken } from '@overlook/shared/permissions';
import { SitesPanel } from '../features/viewer/sites/sites-panel.tsx';
import { ToolsPanel } from '../features/viewer/tools/tools-panel.tsx';
import { lazyPart } from '../parts/lazy-part/lazy-part.tsx';
import { LAYERS_PATH } from '../state/layers.ts';
import { PHOTOS_PATH } from '../state/photos.ts';
import { Panel } from '../ui/panel.tsx';
import { mocFormAt } from './moc-form-path.ts';
import { FailureDialog } from './failure-dialog.tsx';
import { settingsPageFor } from './settings/settings-pages.ts';
import type { ScreenProps } from './screen-props.ts';

/** The settings with their forms and tables. */
export const SettingsScreen = lazyPart<ScreenProps>(
  async () => (await import('./settings/settings-screen.tsx')).SettingsScreen,
  {
    FailureFrame: ({ onClose, children }) => (
      <FailureDialog title="Settings" onClose={onClose}>
        {children}
      </FailureDialog>
    ),
  },
);

/** Places and changes, with their lists. */
export const PlacesPanel = lazyPart<ScreenProps>(async () => (await import('./places-panel.tsx')).PlacesPanel, {
  FailureFrame: ({ onClose, children }) => (
    <Panel title="Places and MOCs" onClose={onClose}>
      {children}
    </Panel>
  ),
});

/** Photos that were taken near a place, with their viewer. */
const PhotosPanel = lazyPart<ScreenProps>(async () => (await import('./photos-panel.tsx')).PhotosPanel, {
  FailureFrame: ({ onClose, children }) => (
    <Panel title="Nearby photos" onClose={onClose}>
      {children}
    </Panel>
  ),
});

/** Layers by others, and the person's own. */
const LayersPanel = lazyPart<ScreenProps>(async () => (await import('./layers-panel.tsx')).LayersPanelPart, {
  FailureFrame: ({ onClose, children }) => (
    <Panel title="Layers" onClose={onClose}>
      {children}
    </Panel>
  ),
});

/** Exports of the point cloud. */
const ExportsPanel = lazyPart<ScreenProps>(async () => (await import('./exports-panel.tsx')).ExportsPanel, {
  FailureFrame: ({ onClose, children }) => (
    <Panel title="PointGrab" onClose={onClose}>
      {children}
    </Panel>
  ),
});

export interface Route {
  readonly path: string;
  /** Names the page. */
  readonly title: string;
  /** 'panel' is beside the stage, 'pane' covers everything. */
  readonly place: 'panel' | 'pane';
  readonly screen: ComponentType<ScreenProps>;
  /** Without one of them at the selected site the route does not exist. */
  readonly tokens?: readonly PermissionToken[];
  /** The panel has room for photos, and an edge to drag. */
  readonly isRoomy?: boolean;
}

const PLACES: Route = { path: '/mocs', title: 'Places and MOCs', place: 'panel', screen: PlacesPanel };

/** Path → screen. Every signed-in user may open those without a token; their content checks permissions itself. */
export const ROUTES: readonly Route[] = [
  { path: '/sites', title: 'Sites', place: 'panel', screen: SitesPanel },
  { path: '/tools', title: 'Tools', place: 'panel', screen: ToolsPanel },
  PLACES,
  { path: EXPORTS_PATH, title: 'PointGrab', place: 'panel', screen: ExportsPanel, tokens: EXPORTS_TOKENS },
  {
    path: PHOTOS_PATH,
    title: 'Nearby photos',
    place: 'panel',
    screen: PhotosPanel,
    tokens: ['FEATURE:NEARBYSNAPSHOTS'],
    isRoomy: true,
  },
  { path: LAYERS_PATH, title: 'Layers', place: 'panel', screen: LayersPanel },
  { path: '/settings', title: 'Settings', place: 'pane', screen: SettingsScreen },
];

/** The route of an address, or null for the main view and for addresses that lead nowhere. */
export function routeFor(path: string): Route | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const route = ROUTES.find((candidate) => candidate.path === plain);
  if (route) return route;
  const mocForm = mocFormAt(plain);
  if (mocForm) return { ...PLACES, title: mocForm.mocId === null ? 'Add MOC' : 'Edit MOC' };
  const settings = settingsPageFor(plain);
  return settings && { path: plain, title: settings.page.title, place: 'pane', screen: SettingsScreen };
}
