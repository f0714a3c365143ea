import { ArrowLeftRight, ArrowUpDown, Eye, MoveHorizontal, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { daysBetween, withUnit } from '@overlook/shared/format';
import { STAGE_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { setMoment } from '../../../../state/moments.ts';
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
import { type ShownSwipe, useSwipe } from './use-swipe.ts';
import { classNames } from '../../../../ui/class-names.ts';
import bar from '../../../../ui/hud-bar.module.css';
import css from './swipe-bar.module.css';

const DIRECTIONS = [
  { value: 'sideBySide', label: STAGE_MESSAGES['stage.sideBySide'] },
  { value: 'topAndBottom', label: STAGE_MESSAGES['stage.topAndBottom'] },
] as const;

/** How two layers are compared, at the bottom of their screen. On a phone it is its handle and Close until it is unfolded. */
export function SwipeBar() {
  const shown = useSwipe();
  const isPhone = useLayout() === 'phone';
  const [isUnfolded, setUnfolded] = useState(false);
  if (!shown) return null;
  return (
    <div className={classNames(bar.bar, css.bar)} role="toolbar" aria-label={STAGE_MESSAGES['stage.swipe']}>
      {isPhone ? (
        <Button tone="ghost" icon={MoveHorizontal} aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {STAGE_MESSAGES['stage.swipe']}
        </Button>
      ) : (
        <span className={bar.title}>
          <MoveHorizontal size={14} strokeWidth={1.75} aria-hidden className={bar.icon} />
          {STAGE_MESSAGES['stage.swipe']}
        </span>
      )}
      {(!isPhone || isUnfolded) && <SwipeControls {...shown} />}
      <IconButton icon={X} label={STAGE_MESSAGES['stage.closeTheSwipe']} keys="V" onClick={leaveSwipe} />
    </div>
  );
}

function SwipeControls({ secondLayer, secondCapture }: ShownSwipe) {
  const { direction } = useSnapshot(swipe);
  const first = useShownSite();
  const daysApart = first?.capture && secondCapture && daysBetween(first.capture.takenOn, secondCapture.takenOn);
  const exchange = () => {
    if (!first || first.layer === null) return;
    setLayer(stageChoices.active, secondLayer);
    setSecondLayer(first.layer);
    setMoment(first.site.id, stageChoices.active, first.second);
    setMoment(first.site.id, 'second', first.moment);
  };
  return (
    <>
      {daysApart ? (
        <span className={css.apart}>{formatMessage(STAGE_MESSAGES['stage.daysApart'], { days: daysApart })}</span>
      ) : null}
      <span className={classNames(bar.rule, css.rule)} />
      <Segmented
        label={STAGE_MESSAGES['stage.direction']}
        segments={DIRECTIONS}
        value={direction}
        onChange={setSwipeDirection}
      />
      <Button tone="ghost" icon={direction === 'sideBySide' ? ArrowLeftRight : ArrowUpDown} onClick={exchange}>
        {STAGE_MESSAGES['stage.swap']}
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
      {STAGE_MESSAGES['stage.holdToBlink']}
      <kbd className={css.key}>{STAGE_MESSAGES['stage.space']}</kbd>
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
      <IconButton
        icon={RotateCcw}
        label={STAGE_MESSAGES['stage.resetToTheMiddle']}
        disabled={fraction === 0.5}
        onClick={centreDivider}
      />
    </>
  );
}
