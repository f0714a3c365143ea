import { ArrowLeftRight, ArrowUpDown, Eye, MoveHorizontal, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { withUnit } from '@overlook/shared/format';
import { setLayer, stageChoices } from '../../../../state/stage.ts';
import {
  blinkUntilReleased,
  centreDivider,
  setSecondLayer,
  setSwipeDirection,
  swipe,
} from '../../../../state/swipe.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { Segmented } from '../../../../ui/inputs/segmented.tsx';
import { useLayout } from '../../../../ui/use-layout.ts';
import { useShownSite } from '../use-stage-site.ts';
import { leaveSwipe } from './leave-swipe.ts';
import { useSwipe } from './use-swipe.ts';
import { classNames } from '../../../../ui/class-names.ts';
import bar from '../../../../ui/hud-bar.module.css';
import css from './swipe-bar.module.css';

const DIRECTIONS = [
  { value: 'sideBySide', label: 'Side by side' },
  { value: 'topAndBottom', label: 'Top and bottom' },
] as const;

/** How two layers are compared, at the bottom of their screen. On a phone it is its handle and Close until it is unfolded. */
export function SwipeBar() {
  const shown = useSwipe();
  const isPhone = useLayout() === 'phone';
  const [isUnfolded, setUnfolded] = useState(false);
  if (!shown) return null;
  return (
    <div className={classNames(bar.bar, css.bar)} role="toolbar" aria-label="Swipe">
      {isPhone ? (
        <Button tone="ghost" icon={MoveHorizontal} aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          Swipe
        </Button>
      ) : (
        <span className={bar.title}>
          <MoveHorizontal size={14} strokeWidth={1.75} aria-hidden className={bar.icon} />
          Swipe
        </span>
      )}
      {(!isPhone || isUnfolded) && <SwipeControls secondLayer={shown.secondLayer} />}
      <IconButton icon={X} label="Close the swipe" keys="V" onClick={leaveSwipe} />
    </div>
  );
}

function SwipeControls({ secondLayer }: { secondLayer: number }) {
  const { direction } = useSnapshot(swipe);
  const first = useShownSite()?.layer ?? null;
  const exchange = () => {
    if (first === null) return;
    setLayer(stageChoices.active, secondLayer);
    setSecondLayer(first);
  };
  return (
    <>
      <span className={classNames(bar.rule, css.rule)} />
      <Segmented label="Direction" segments={DIRECTIONS} value={direction} onChange={setSwipeDirection} />
      <Button tone="ghost" icon={direction === 'sideBySide' ? ArrowLeftRight : ArrowUpDown} onClick={exchange}>
        Swap
      </Button>
      <BlinkButton />
      <span className={classNames(bar.rule, css.rule)} />
      <Place />
    </>
  );
}

/** While it is held, by pointer or key, it shows the whole first layer. */
function BlinkButton() {
  return (
    <Button
      tone="ghost"
      icon={Eye}
      onPointerDown={blinkUntilReleased}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.code !== 'Space' && event.code !== 'Enter') return;
        event.preventDefault();
        if (!event.repeat) blinkUntilReleased();
      }}
    >
      Hold to blink
      <kbd className={css.key}>Space</kbd>
    </Button>
  );
}

/** The position of the divider, and a button that moves it to the middle. */
function Place() {
  const { fraction } = useSnapshot(swipe);
  return (
    <>
      <span className={classNames(bar.figure, css.percent)} aria-hidden>
        {withUnit(String(Math.round(100 * fraction)), '%')}
      </span>
      <IconButton icon={RotateCcw} label="Reset to the middle" disabled={fraction === 0.5} onClick={centreDivider} />
    </>
  );
}
