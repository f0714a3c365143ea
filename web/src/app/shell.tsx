import { type PropsWithChildren, useCallback, useRef } from 'react';
import { useLocation } from 'wouter';
import { PRODUCT_NAME } from '@overlook/shared/config';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import { useInstanceInfo } from '../api/catalogue.ts';
import { stageFrame } from '../features/viewer/stage/feature.tsx';
import { useCapturesSwitch } from '../features/viewer/stage/use-captures-switch.ts';
import { DiscardDialog } from '../parts/form/discard-dialog.tsx';
import { lazyPart } from '../parts/lazy-part/lazy-part.tsx';
import { leave } from '../state/leaving.ts';
import { useLayout } from '../ui/use-layout.ts';
import { DockedPanel } from './docked-panel.tsx';
import { useEscape } from './escape/use-escape.ts';
import { FEATURES } from './features.tsx';
import { copyLink } from './link/use-link.ts';
import { MAIN_VIEW } from './main-view.ts';
import { useOneSide } from './one-side.ts';
import { PanelKeys } from './panel-keys.tsx';
import { ScreenExtras } from './screen-extras.tsx';
import { Sheet } from './sheet.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { usePage } from './use-page.ts';
import { useProfile } from './use-profile.tsx';
import { useRoute } from './use-route.ts';
import css from './shell.module.css';

// The same elements in each render: when a panel opens, React passes over them.
const STAGE = <stageFrame.View Extras={ScreenExtras} />;
const TOP_BAR = <stageFrame.TopBar onCopyLink={() => void copyLink()} />;
const PHONE_TOP_BAR = <stageFrame.PhoneTopBar />;
const FOOTER = <stageFrame.Footer />;
const PEEK = <stageFrame.Peek />;

const StripPlace = lazyPart<PropsWithChildren>(async () => (await import('./strip-place.tsx')).StripPlace);
const TimePlace = lazyPart(async () => (await import('./time-place.tsx')).TimePlace);

const PAGE_PARTS = FEATURES.flatMap(({ onPage = [] }) => onPage);
const DOCKS = FEATURES.flatMap(({ Dock }) => Dock ?? []);

/**
 * The frame of the application: rail, panel, top bar, stage and footer. The stage has the same place in the tree at
 * every width, so that it is not opened again when a phone is rotated.
 */
export function Shell() {
  const [path, navigate] = useLocation();
  const layout = useLayout();
  const isPhone = layout === 'phone';
  const route = useRoute();
  const close = useCallback(() => navigate(MAIN_VIEW.path), [navigate]);
  const leavePanel = useCallback(() => leave(close), [close]);
  const productName = useInstanceInfo()?.productName ?? PRODUCT_NAME;
  usePage(route?.title ?? MAIN_VIEW.title, productName);

  const app = useRef<HTMLDivElement>(null);
  const Screen = route?.screen;
  const panel = Screen && route.place === 'panel' ? <Screen key={route.path} onClose={leavePanel} /> : null;
  const tree = useRef<HTMLElement>(null);
  useEscape(app, tree, panel && leavePanel);
  const section = useProfile();
  const time = useCapturesSwitch()?.isOn ? <TimePlace isPhone={isPhone} /> : null;
  const openPath = route?.path ?? null;
  useOneSide(panel !== null, route?.isRoomy ?? false, leavePanel);
  return (
    <div ref={app} className={css.app} data-layout={layout}>
      <a className={css.skip} href="#screen-1">
        {VIEWER_MESSAGES['viewer.skipToTheModel']}
      </a>
      {!isPhone && <Sidebar productName={productName} canExpand={layout !== 'tablet'} isWide={layout === 'wide'} />}
      {!isPhone && (
        <DockedPanel isOverlay={layout === 'tablet'} isRoomy={route?.isRoomy ?? false}>
          {panel}
        </DockedPanel>
      )}
      {isPhone ? PHONE_TOP_BAR : TOP_BAR}
      <main className={css.stage} key="stage">
        {STAGE}
      </main>
      {DOCKS.map((Dock, index) => (
        <Dock key={index} dock={tree} className={layout === 'tablet' || isPhone ? css.dockOver : css.dock} />
      ))}
      {!isPhone && time}
      {!isPhone && section && <StripPlace>{section}</StripPlace>}
      {isPhone ? (
        <Sheet peek={PEEK} isShort={!section && !panel && time !== null}>
          {section ?? panel ?? time}
        </Sheet>
      ) : (
        FOOTER
      )}
      {isPhone && <TabBar />}
      {/* A pane itself has asked about unsaved input. */}
      {Screen && route.place === 'pane' && <Screen onClose={close} />}
      <PanelKeys openPath={openPath} />
      {PAGE_PARTS.map((Part, index) => (
        <Part key={index} path={path} openPath={openPath} />
      ))}
      {/* The settings have their own. */}
      {route?.place !== 'pane' && <DiscardDialog />}
    </div>
  );
}
