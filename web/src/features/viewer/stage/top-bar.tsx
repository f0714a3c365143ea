import {
  ArrowLeft,
  ArrowRight,
  ChevronDown,
  Globe,
  History,
  House,
  Link as SyncIcon,
  Link2,
  ListTree,
  MoveHorizontal,
  ScissorsLineDashed,
  Share2,
  SquareDashed,
} from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { CUT_DEFAULT_METRES, CUT_LONGEST_METRES, CUT_SHORTEST_METRES, modelType } from '@overlook/shared/config';
import { SITES_MESSAGES, STAGE_MESSAGES } from '@overlook/shared/messages';
import { lazyPart } from '../../../parts/lazy-part/lazy-part.tsx';
import { AskingLink } from '../../../parts/asking-link.tsx';
import { siteAvatarUrl } from '../../../api/site-avatar.ts';
import { cad, toggleTree } from '../../../state/cad.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { section, toggleSection } from '../../../state/section.ts';
import { setShareOpen } from '../../../state/share.ts';
import { command } from '../../../state/commands.ts';
import { opening, setNearMetres, stageChoices } from '../../../state/stage.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { IconSwitch } from '../../../ui/button/icon-switch.tsx';
import { Slider } from '../../../ui/inputs/slider.tsx';
import { Gate } from '../../../ui/gate.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useIsCut } from '../../../ui/use-is-cut.ts';
import { SiteAvatar } from '../../../ui/site-avatar.tsx';
import { useBarFolds } from './bar-folds.ts';
import { CaptureButton } from './capture/capture-button.tsx';
import { useCapture } from './capture/use-capture.ts';
import { expecting } from './expected-view.ts';
import { cameraHistory, canGo, goInHistory, poseInHistory } from './history/camera-history.ts';
import { LayerSelector } from './layer-selector.tsx';
import { LightButton } from './light/light-button.tsx';
import { PointColorsButton } from './point-colors/point-colors-button.tsx';
import { activeScreen } from '../../../state/screens.ts';
import { ScreenCount } from './screens/screen-count.tsx';
import { useCapturesSwitch } from './use-captures-switch.ts';
import { useHasOpeningFailed } from './use-is-opening.ts';
import { useSwipe, useSwipeBar } from './swipe/use-swipe.ts';
import { useShownSite } from './use-stage-site.ts';
import hud from './hud.module.css';
import css from './top-bar.module.css';

/** Its code is loaded where a bar has no room for all. */
const BarMenu = lazyPart(async () => (await import('./bar-menu.tsx')).BarMenu, { isSilent: true });

function TreeSwitch() {
  const { isTreeOpen } = useSnapshot(cad);
  const label = STAGE_MESSAGES['stage.objectTree'];
  return (
    <Gate tokens="VIEW:CAD">
      <IconSwitch icon={ListTree} label={label} keys="O" isOn={isTreeOpen} onChange={toggleTree} />
    </Gate>
  );
}

/** Over the stage: the site, and what acts on every screen. */
export function StageTopBar({ onCopyLink }: { onCopyLink: () => void }) {
  const { isGlobeVisible, isSyncOn } = useSnapshot(preferences);
  const { isOpen: isSectionOpen } = useSnapshot(section);
  const { isAwaited } = useSnapshot(opening);
  const capture = useCapture();
  const bar = useRef<HTMLElement>(null);
  const folds = useBarFolds(bar);
  return (
    <header ref={bar} className={css.bar}>
      <SiteButton />
      <HomeButton />
      {!folds.view && (
        <>
          <span className={css.rule} />
          <HistoryButtons />
        </>
      )}
      <span className={css.grow} />
      <TreeSwitch />
      {!folds.screens && (
        <IconSwitch
          icon={SquareDashed}
          label={STAGE_MESSAGES['stage.sectionBox']}
          keys="B"
          isOn={isSectionOpen}
          isDisabled={isAwaited}
          onChange={toggleSection}
        />
      )}
      {!folds.view && (
        <>
          <CaptureButton capture={capture} isDisabled={isAwaited} />
          <IconButton icon={Link2} label={STAGE_MESSAGES['stage.copyLink']} disabled={isAwaited} onClick={onCopyLink} />
          <IconButton
            icon={Share2}
            label={STAGE_MESSAGES['stage.share']}
            keys="U"
            disabled={isAwaited}
            onClick={() => setShareOpen(true)}
          />
        </>
      )}
      <span className={css.rule} />
      <CuttingPlane />
      <span className={css.rule} />
      {!folds.screens && <ScreenCount isDisabled={isAwaited} />}
      {!folds.switches && (
        <>
          <IconSwitch
            icon={SyncIcon}
            label={STAGE_MESSAGES['stage.syncScreens']}
            keys="Y"
            isOn={isSyncOn}
            isDisabled={isAwaited}
            onChange={(isOn) => setPreference('isSyncOn', isOn)}
          />
          {!folds.view && <SwipeSwitch />}
          {!folds.view && <CapturesSwitch />}
          <IconSwitch
            icon={Globe}
            label={STAGE_MESSAGES['stage.globe']}
            keys="G"
            isOn={isGlobeVisible}
            isDisabled={isAwaited}
            onChange={(isOn) => setPreference('isGlobeVisible', isOn)}
          />
        </>
      )}
      {folds.view && <BarMenu isDisabled={isAwaited} folds={folds} capture={capture} onCopyLink={onCopyLink} />}
    </header>
  );
}

/** The same for one hand: site and layer, the list of layers, home. */
export function PhoneTopBar() {
  const { isAwaited } = useSnapshot(opening);
  const hasFailed = useHasOpeningFailed();
  const isSwiping = useSwipe() !== null;
  const hasCaptures = useCapturesSwitch() !== null;
  return (
    <header className={css.phone}>
      <div className={classNames(hud.hud, css.grow)}>
        <SiteButton hasLayer />
      </div>
      {/* In a swipe each side has its own. */}
      {(hasFailed || !isAwaited) && !isSwiping && <LayerSelector variant="icon" />}
      {!isAwaited && <PointColorsButton />}
      {!isAwaited && <LightButton />}
      {/* The sheet of the captures has it too, and the bar no room for both. */}
      <div className={hud.hud}>{hasCaptures ? <CapturesSwitch size="l" /> : <SwipeSwitch size="l" />}</div>
      <div className={hud.hud}>
        <IconButton
          icon={Share2}
          label={STAGE_MESSAGES['stage.share']}
          size="l"
          disabled={isAwaited}
          onClick={() => setShareOpen(true)}
        />
      </div>
      <div className={hud.hud}>
        <HomeButton />
      </div>
    </header>
  );
}

/** Two layers at a divider, where there is one screen. */
function SwipeSwitch({ size = 'm' }: { size?: 'm' | 'l' }) {
  const { isAwaited } = useSnapshot(opening);
  return (
    <IconSwitch
      icon={MoveHorizontal}
      label={STAGE_MESSAGES['stage.swipe']}
      keys="V"
      size={size}
      isOn={useSwipe() !== null}
      isDisabled={isAwaited}
      disabledReason={useSwipeBar()}
      onChange={() => command('toggleSwipe')}
    />
  );
}

/** The captures in time, where the site has several. */
function CapturesSwitch({ size = 'm' }: { size?: 'm' | 'l' }) {
  const { isAwaited } = useSnapshot(opening);
  const captures = useCapturesSwitch();
  if (!captures) return null;
  return (
    <IconSwitch
      icon={History}
      label={STAGE_MESSAGES['stage.captures']}
      size={size}
      isOn={captures.isOn}
      isDisabled={isAwaited}
      onChange={captures.set}
    />
  );
}

function HomeButton() {
  const { isAwaited } = useSnapshot(opening);
  return (
    <IconButton
      icon={House}
      label={STAGE_MESSAGES['stage.homeView']}
      keys="H"
      size="l"
      disabled={isAwaited}
      onClick={() => command('flyHome')}
      {...expecting(() => activeScreen().stage?.state().site?.homePose ?? null)}
    />
  );
}

function HistoryButtons() {
  // Read so that this renders again with each entry.
  void useSnapshot(cameraHistory).history;
  const { isAwaited } = useSnapshot(opening);
  return (
    <>
      <IconButton
        icon={ArrowLeft}
        label={STAGE_MESSAGES['stage.cameraBack']}
        keys="["
        disabled={isAwaited || !canGo(-1)}
        onClick={() => goInHistory(-1)}
        {...expecting(() => poseInHistory(-1))}
      />
      <IconButton
        icon={ArrowRight}
        label={STAGE_MESSAGES['stage.cameraForward']}
        keys="]"
        disabled={isAwaited || !canGo(1)}
        onClick={() => goInHistory(1)}
        {...expecting(() => poseInHistory(1))}
      />
    </>
  );
}

function SiteButton({ hasLayer = false }: { hasLayer?: boolean }) {
  const shown = useShownSite();
  const site = shown?.site ?? null;
  const layer = shown?.layer ?? null;
  const name = useRef<HTMLSpanElement>(null);
  const isCut = useIsCut(name);
  return (
    <AskingLink href="/sites" className={css.site} data-tooltip={isCut ? site?.name : SITES_MESSAGES['sites.choose']}>
      <SiteAvatar url={site && siteAvatarUrl(site)} className={css.avatar} />
      <span className={css.names}>
        <span ref={name} className={css.name}>
          {site?.name ?? SITES_MESSAGES['sites.choose']}
        </span>
        {hasLayer && layer !== null && (
          <span className={css.layer}>
            {[modelType(layer).label, ...(shown?.capture ? [shown.capture.date] : [])].join(', ')}
          </span>
        )}
      </span>
      <ChevronDown size={14} strokeWidth={1.75} aria-hidden className={css.chevron} />
    </AskingLink>
  );
}

function CuttingPlane() {
  const { nearMetres } = useSnapshot(stageChoices);
  const { isAwaited } = useSnapshot(opening);
  return (
    <div className={css.cut}>
      <IconButton
        icon={ScissorsLineDashed}
        label={STAGE_MESSAGES['stage.resetTheCuttingPlane']}
        size="s"
        isOn={nearMetres > CUT_DEFAULT_METRES}
        disabled={isAwaited}
        onClick={() => setNearMetres(CUT_DEFAULT_METRES)}
      />
      <Slider
        label={STAGE_MESSAGES['stage.cuttingPlane']}
        least={CUT_SHORTEST_METRES}
        most={CUT_LONGEST_METRES}
        value={nearMetres}
        format={(metres) => `${metres}\u2009m`}
        isDisabled={isAwaited}
        onChange={setNearMetres}
      />
    </div>
  );
}
