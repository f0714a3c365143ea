import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { siteToShow, useCatalogue, useInstanceInfo } from '../api/catalogue.ts';
import { PRODUCT_NAME } from '@overlook/shared/config';
import type { PermissionToken } from '@overlook/shared/permissions';
import { closeFeedback, feedback } from '../features/feedback/feedback-store.ts';
import { EXPORTS_PATH, EXPORTS_TOKENS } from '../features/viewer/exports/exports-access.ts';
import { HelpDialog } from '../features/help/help-dialog.tsx';
import { useLiveMocs } from '../features/viewer/mocs/use-live-mocs.ts';
import { loadEngine } from '../features/viewer/stage/open-stage.ts';
import { StageFooter, StagePeek } from '../features/viewer/stage/footer.tsx';
import { StageView } from '../features/viewer/stage/stage-view.tsx';
import { PhoneTopBar, StageTopBar } from '../features/viewer/stage/top-bar.tsx';
import { cad } from '../state/cad.ts';
import { useCommand } from '../state/commands.ts';
import { help, setHelpOpen } from '../state/help.ts';
import { leave } from '../state/leaving.ts';
import { LAYERS_PATH } from '../state/layers.ts';
import { PHOTOS_PATH } from '../state/photos.ts';
import { preferences, setPreference } from '../state/preferences.ts';
import { useAllowed } from '../state/session-context.tsx';
import { useSelectedSiteId } from '../state/selected-site.ts';
import { watchInputModality } from '../ui/input-modality.ts';
import { DiscardDialog } from '../parts/form/discard-dialog.tsx';
import { lazyPart } from '../parts/lazy-part/lazy-part.tsx';
import { useLayout } from '../ui/use-layout.ts';
import { whenModelVisible } from '../state/stage.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { useDocumentTitle } from './document-title.ts';
import { DockedPanel } from './docked-panel.tsx';
import { ExportBox } from './export-box.tsx';
import { useAskingHistory } from './use-asking-history.ts';
import { useEscape } from './escape/use-escape.ts';
import { FailureDialog } from './failure-dialog.tsx';
import { useBookmark } from './link/use-bookmark.ts';
import { copyLink, useLink } from './link/use-link.ts';
import { MocForms } from './moc-forms.tsx';
import { useOneSide } from './one-side.ts';
import { useRegionKeys } from './region-keys.ts';
import { MAIN_VIEW } from './main-view.ts';
import { PlacesPanel, SettingsScreen } from './routes.tsx';
import { ScreenExtras, useCarriedTools } from './screen-extras.tsx';
import { useLayers } from './use-layers.ts';
import { useMocMarks } from './use-moc-marks.ts';
import { useProfile } from './use-profile.tsx';
import { useRoute } from './use-route.ts';
import { exposeOverlook } from './viewer-api/expose-overlook.ts';
import { SharePlace } from './share-place.tsx';
import { Sheet } from './sheet.tsx';
import { StripPlace } from './strip-place.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { stagePicture } from './stage-picture.ts';
import css from './shell.module.css';

const CadDock = lazyPart(async () => (await import('../features/viewer/cad/cad-dock.tsx')).CadDock, {
  FailureFrame: ({ className, children }) => <aside className={className}>{children}</aside>,
});
const keepFeedback = () => closeFeedback(feedback.draft);
const FeedbackDialog = lazyPart(async () => (await import('../features/feedback/feedback-dialog.tsx')).FeedbackDialog, {
  FailureFrame: ({ children }) => (
    <FailureDialog title="Leave Feedback" onClose={keepFeedback}>
      {children}
    </FailureDialog>
  ),
});

/** Loads the forms and what they need after the first picture, which does not need them. Returns what cancels it. */
function preloadLater(): () => void {
  let cancel = whenIdle(() => (cancel = whenModelVisible(preloadForms)));
  return () => cancel();
}

function preloadForms(): void {
  // A Place or feedback that is begun before the connection breaks has its picture.
  loadEngine()
    .then(({ loadPictureParts }) => loadPictureParts())
    .catch(() => undefined);
  void FeedbackDialog.preload();
  void SettingsScreen.preload();
  void PlacesPanel.preload();
}

// The same elements in each render: when a panel opens, React passes over them.
const STAGE = <StageView Extras={ScreenExtras} />;
const TOP_BAR = <StageTopBar onCopyLink={() => void copyLink()} />;
const PHONE_TOP_BAR = <PhoneTopBar />;
const FOOTER = <StageFooter />;
const PEEK = <StagePeek />;

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
  const { isOpen: isHelpOpen } = useSnapshot(help);
  const { isOpen: isFeedbackOpen } = useSnapshot(feedback);
  const { mousePreset } = useSnapshot(preferences);
  const productName = useInstanceInfo()?.productName ?? PRODUCT_NAME;
  useDocumentTitle(route?.title ?? MAIN_VIEW.title, productName);
  useRegionKeys();
  useEffect(watchInputModality, []);
  useEffect(exposeOverlook, []);
  useShownSiteIsSelected();
  useCarriedTools();
  useMocMarks(useSelectedSiteId());
  useLiveMocs();
  useEffect(preloadLater, []);
  useAskingHistory();
  useLink();
  useBookmark();
  useLayers(route?.path === LAYERS_PATH);
  const isExportOpen = route?.path === EXPORTS_PATH;
  usePanelKey('togglePhotos', { path: PHOTOS_PATH, isOpen: route?.path === PHOTOS_PATH, tokens: PHOTOS_TOKENS });
  usePanelKey('toggleExports', { path: EXPORTS_PATH, isOpen: isExportOpen, tokens: EXPORTS_TOKENS });

  const app = useRef<HTMLDivElement>(null);
  const Screen = route?.screen;
  const panel = Screen && route.place === 'panel' ? <Screen key={route.path} onClose={leavePanel} /> : null;
  const tree = useRef<HTMLElement>(null);
  useEscape(app, tree, panel && leavePanel);
  const section = useProfile();
  useOneSide(panel !== null, route?.isRoomy ?? false, leavePanel);
  return (
    <div ref={app} className={css.app} data-layout={layout}>
      <a className={css.skip} href="#screen-1">
        Skip to the model
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
      <ObjectDock dock={tree} isOverlay={layout === 'tablet' || isPhone} />
      {!isPhone && section && <StripPlace>{section}</StripPlace>}
      {isPhone ? <Sheet peek={PEEK}>{section ?? panel}</Sheet> : FOOTER}
      {isPhone && <TabBar />}
      {/* A pane itself has asked about unsaved input. */}
      {Screen && route.place === 'pane' && <Screen onClose={close} />}
      <ExportBox isPanelOpen={isExportOpen} />
      <MocForms path={path} />
      {/* The settings have their own. */}
      {route?.place !== 'pane' && <DiscardDialog />}
      {isFeedbackOpen && <FeedbackDialog takePicture={stagePicture} />}
      <SharePlace />
      <HelpDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} preset={mousePreset} />
    </div>
  );
}

const PHOTOS_TOKENS: readonly PermissionToken[] = ['FEATURE:NEARBYSNAPSHOTS'];

interface KeyedPanel {
  path: string;
  isOpen: boolean;
  /** One of them opens it. */
  tokens: readonly PermissionToken[];
}

/** A key opens a panel and closes it, for those who may open it. */
function usePanelKey(name: 'togglePhotos' | 'toggleExports', { path, isOpen, tokens }: KeyedPanel): void {
  const [, navigate] = useLocation();
  const mayOpen = useAllowed(tokens, 'or');
  useCommand(name, () => mayOpen && leave(() => navigate(isOpen ? MAIN_VIEW.path : path)));
}

/** The object tree, whose code is loaded when the tree is first opened or an object is first selected. */
function ObjectDock({ dock, isOverlay }: { dock: RefObject<HTMLElement | null>; isOverlay: boolean }) {
  const { isTreeOpen, selected } = useSnapshot(cad);
  const siteId = useSelectedSiteId();
  const isAllowed = useAllowed('VIEW:CAD');
  const [isWanted, setWanted] = useState(false);
  if ((isTreeOpen || selected.length > 0) && !isWanted) setWanted(true);
  if (!isWanted || !isAllowed || siteId === null) return null;
  return <CadDock key={siteId} siteId={siteId} dock={dock} className={isOverlay ? css.dockOver : css.dock} />;
}

/** Keeps an existing site selected, so that permissions and panels refer to the shown site. */
function useShownSiteIsSelected(): void {
  const { data } = useCatalogue();
  const selectedSiteId = useSelectedSiteId();
  useEffect(() => {
    // The link to a change may have selected a site just before: this runs again with it.
    if (preferences.selectedSiteId !== selectedSiteId) return;
    const site = data && siteToShow(data, selectedSiteId);
    if (site && site.id !== selectedSiteId) setPreference('selectedSiteId', site.id);
  }, [data, selectedSiteId]);
}
