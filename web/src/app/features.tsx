import { MapPin, Settings } from 'lucide-react';
import { VIEWER_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { exports } from '../features/viewer/exports/feature.tsx';
import { feedback } from '../features/feedback/feature.tsx';
import { help } from '../features/help/feature.tsx';
import { cad } from '../features/viewer/cad/feature.tsx';
import { openDroppedFile } from '../features/viewer/layers/add-layers.ts';
import { layers } from '../features/viewer/layers/feature.tsx';
import { CloudFiles } from '../features/viewer/local-clouds/cloud-files.tsx';
import { levels } from '../features/viewer/levels/feature.tsx';
import { mocs } from '../features/viewer/mocs/feature.tsx';
import { placing } from '../features/viewer/placing/feature.tsx';
import { photos } from '../features/viewer/photos/feature.tsx';
import { section } from '../features/viewer/section/feature.ts';
import { sitePins } from '../features/viewer/site-pins/feature.tsx';
import { sites } from '../features/viewer/sites/feature.ts';
import { stage } from '../features/viewer/stage/feature.tsx';
import { tools } from '../features/viewer/tools/feature.tsx';
import { FailureDialog } from '../parts/failure-dialog.tsx';
import type { Feature, ScreenPart, ScreenProps, StagePartProps } from '../parts/feature.ts';
import { lazyPanel } from '../parts/lazy-panel.tsx';
import { lazyPart } from '../parts/lazy-part/lazy-part.tsx';
import { PHONE_SPOT } from '../parts/phone-spot.ts';
import { CapturesPart } from './captures-part.tsx';
import { CarriedTools } from './carried-tools.ts';
import { SharePlace } from './share-place.tsx';
import { StageMinimap } from './stage-minimap.tsx';

const PlacesPanel = lazyPanel(
  VIEWER_MESSAGES['viewer.placesAndMocs'],
  async () => (await import('./places-panel.tsx')).PlacesPanel,
);

/** Places and changes, with their lists. */
export const PLACES: ScreenPart = {
  path: '/mocs',
  title: VIEWER_MESSAGES['viewer.placesAndMocs'],
  shortTitle: VIEWER_MESSAGES['viewer.places'],
  icon: MapPin,
  keys: 'P',
  place: 'panel',
  screen: PlacesPanel,
  isInTabs: true,
};

const SettingsScreen = lazyPart<ScreenProps>(
  async () => (await import('./settings/settings-screen.tsx')).SettingsScreen,
  {
    FailureFrame: ({ onClose, children }) => (
      <FailureDialog title={COMMON_MESSAGES['common.settings']} onClose={onClose}>
        {children}
      </FailureDialog>
    ),
  },
);

/** The settings with their forms and tables. */
export const SETTINGS: ScreenPart = {
  path: '/settings',
  title: COMMON_MESSAGES['common.settings'],
  icon: Settings,
  place: 'pane',
  screen: SettingsScreen,
};

const places: Feature = { screen: PLACES, preload: PlacesPanel.preload };
const settings: Feature = { screen: SETTINGS, preload: SettingsScreen.preload };

/** Files that are dropped: point clouds and models, and layers. */
const Files = ({ stage: shownBy, isPhone }: StagePartProps) => (
  <CloudFiles stage={shownBy} openOther={openDroppedFile} {...(isPhone ? { spot: PHONE_SPOT } : {})} />
);

/** What joins features with each other. */
const joined: Feature = {
  onStage: [
    { place: 'files', Part: Files },
    { place: 'bottomLeft', Part: StageMinimap },
  ],
  onPage: [CarriedTools, SharePlace, CapturesPart],
};

/**
 * All features. Of screens this is the order of the rail and of the tab bar; of parts that share a place, that of the
 * document.
 */
export const FEATURES: readonly Feature[] = [
  sitePins,
  sites,
  tools,
  places,
  mocs,
  exports,
  photos,
  placing,
  layers,
  cad,
  section,
  levels,
  stage,
  joined,
  settings,
  feedback,
  help,
];

/** The screens of the features. */
export const SCREENS: readonly ScreenPart[] = FEATURES.flatMap(({ screen }) => screen ?? []);
