import { ArrowLeft, ArrowRight, Camera, Ellipsis, Link2, Share2, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { command } from '../../../state/commands.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { section, toggleSection } from '../../../state/section.ts';
import { setShareOpen } from '../../../state/share.ts';
import { setScreenCount } from '../../../state/stage.ts';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import type { MenuSectionOf } from '../../../ui/menu/menu-list.tsx';
import type { Capture } from './capture/use-capture.ts';
import { cameraHistory, canGo, goInHistory } from './history/camera-history.ts';
import { useScreenOptions } from './screens/use-screen-options.ts';
import { useVisibleScreens } from './screens/use-visible-screens.ts';
import { useSwipe, useSwipeBar } from './swipe/use-swipe.ts';
import { useCapturesSwitch } from './use-captures-switch.ts';
import type { BarFolds } from './bar-folds.ts';

interface BarMenuProps {
  isDisabled: boolean;
  folds: BarFolds;
  capture: Capture;
  onCopyLink: () => void;
}

/** The controls for which the bar has no room. */
export function BarMenu({ isDisabled, folds, capture, onCopyLink }: BarMenuProps) {
  const switches = useSwitches(folds);
  const screens = useScreenOptions();
  const visible = useVisibleScreens();
  // Read to render again with each entry.
  void useSnapshot(cameraHistory).history;
  const sections: MenuSectionOf[] = [
    {
      key: 'view',
      entries: [
        {
          key: 'back',
          label: STAGE_MESSAGES['stage.cameraBack'],
          icon: ArrowLeft,
          isDisabled: !canGo(-1),
          onAction: () => goInHistory(-1),
        },
        {
          key: 'forward',
          label: STAGE_MESSAGES['stage.cameraForward'],
          icon: ArrowRight,
          isDisabled: !canGo(1),
          onAction: () => goInHistory(1),
        },
        { key: 'link', label: STAGE_MESSAGES['stage.copyLink'], icon: Link2, onAction: onCopyLink },
        { key: 'share', label: STAGE_MESSAGES['stage.share'], icon: Share2, onAction: () => setShareOpen(true) },
      ],
    },
    ...(folds.screens
      ? [
          {
            key: 'screens',
            title: STAGE_MESSAGES['stage.screens'],
            entries: screens.map(({ value, label, disabledReason }) => ({
              key: value,
              label: disabledReason === undefined ? label : `${label}. ${disabledReason}`,
              isDisabled: disabledReason !== undefined,
            })),
            chosen: String(visible),
            onChoose: (count: string) => setScreenCount(Number(count)),
          },
        ]
      : []),
    switches,
    {
      key: 'capture',
      title: STAGE_MESSAGES['stage.screenshot'],
      entries: capture.isBusy
        ? [{ key: 'cancel', label: STAGE_MESSAGES['stage.cancelTheScreenshot'], icon: X, onAction: capture.cancel }]
        : capture.sizes.map((size) => ({ ...size, icon: Camera })),
    },
  ];
  return (
    <MenuButton
      label={STAGE_MESSAGES['stage.more']}
      icon={Ellipsis}
      size="m"
      isDisabled={isDisabled}
      sections={sections}
    />
  );
}

interface Switch {
  readonly key: string;
  readonly label: string;
  readonly isOn: boolean;
  /** Why it cannot be switched now. */
  readonly reason?: string | null;
  toggle(): void;
}

/** Settings that are on or off, ticked when on. */
function useSwitches(folds: BarFolds): MenuSectionOf {
  const { isGlobeVisible, isSyncOn } = useSnapshot(preferences);
  const { isOpen } = useSnapshot(section);
  const isSwiping = useSwipe() !== null;
  const swipeBar = useSwipeBar();
  const captures = useCapturesSwitch();
  const views: Switch[] = [
    {
      key: 'globe',
      label: STAGE_MESSAGES['stage.globe'],
      isOn: isGlobeVisible,
      toggle: () => setPreference('isGlobeVisible', !isGlobeVisible),
    },
    {
      key: 'sync',
      label: STAGE_MESSAGES['stage.syncScreens'],
      isOn: isSyncOn,
      toggle: () => setPreference('isSyncOn', !isSyncOn),
    },
  ];
  const all: Switch[] = [
    ...(folds.switches ? views : []),
    {
      key: 'swipe',
      label: STAGE_MESSAGES['stage.swipe'],
      isOn: isSwiping,
      reason: swipeBar,
      toggle: () => command('toggleSwipe'),
    },
    ...(captures
      ? [
          {
            key: 'captures',
            label: STAGE_MESSAGES['stage.captures'],
            isOn: captures.isOn,
            toggle: () => captures.set(!captures.isOn),
          },
        ]
      : []),
    ...(folds.screens
      ? [{ key: 'section', label: STAGE_MESSAGES['stage.sectionBox'], isOn: isOpen, toggle: toggleSection }]
      : []),
  ];
  return {
    key: 'switches',
    entries: all.map(({ key, label, reason = null }) => ({
      key,
      label: reason === null ? label : `${label}. ${reason}`,
      isDisabled: reason !== null,
    })),
    ticked: all.flatMap(({ key, isOn }) => (isOn ? [key] : [])),
    onToggle: (key) => all.find((one) => one.key === key)?.toggle(),
  };
}
