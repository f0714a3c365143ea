import { Magnet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { SNAP_KINDS } from '@overlook/shared/config';
import { SNAP_MESSAGES } from '@overlook/shared/messages';
import { preferences, setPreference } from '../../../../state/preferences.ts';
import { watchStages } from '../../../../state/watch-stages.ts';
import { announce } from '../../../../ui/announcer.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Checkbox } from '../../../../ui/inputs/checkbox.tsx';
import { Switch } from '../../../../ui/inputs/switch.tsx';
import { PopoverButton } from '../../../../ui/popover-button.tsx';
import { useIsTouch } from '../../../../ui/use-is-touch.ts';
import prompt from '../tool-prompt.module.css';
import { SNAP_WORDS } from './snap-words.ts';
import css from './snap-controls.module.css';

/** In place of a kind: no snapping at all. The kinds keep their own choice. */
const ALL = 'all';

/** The part of a tool's prompt for snapping: the key of the next candidate, and what is snapped to. */
export function SnapControls() {
  const hasOthers = useSpokenSnaps();
  const isTouch = useIsTouch();
  const isOn = !useSnapshot(preferences).snapsOff.includes(ALL);
  return (
    <>
      {!isTouch && (
        // It keeps its room, so that the button stays where it is while the pointer comes to it.
        <span className={classNames(prompt.keys, !hasOthers && css.unseen)}>
          <kbd className={prompt.key}>{SNAP_MESSAGES['snap.tabKey']}</kbd>
          {SNAP_MESSAGES['snap.next']}
        </span>
      )}
      <PopoverButton
        label={SNAP_MESSAGES['snap.snap']}
        className={classNames(css.button, isOn && css.on)}
        content={<SnapChoices />}
        staysOpen
      >
        <Magnet size={16} strokeWidth={1.75} aria-hidden />
      </PopoverButton>
    </>
  );
}

function SnapChoices() {
  const isTouch = useIsTouch();
  const { snapsOff } = useSnapshot(preferences);
  const isOn = (name: string) => !snapsOff.includes(name);
  const setOn = (name: string, isNow: boolean) => {
    const others = preferences.snapsOff.filter((one) => one !== name);
    setPreference('snapsOff', isNow ? others : [...others, name]);
  };
  return (
    <div className={css.choices} role="group" aria-label={SNAP_MESSAGES['snap.snap']}>
      <Switch
        label={SNAP_MESSAGES['snap.all']}
        {...(!isTouch && { hint: SNAP_MESSAGES['snap.hint'] })}
        isOn={isOn(ALL)}
        onChange={(isNow) => setOn(ALL, isNow)}
      />
      {SNAP_KINDS.map((kind) => (
        <Checkbox key={kind} isSelected={isOn(kind)} isDisabled={!isOn(ALL)} onChange={(isNow) => setOn(kind, isNow)}>
          {SNAP_WORDS[kind]}
        </Checkbox>
      ))}
    </div>
  );
}

/** Says the kind that the pointer has caught, when it changes. Returns whether there are others in reach. */
function useSpokenSnaps(): boolean {
  const [hasOthers, setHasOthers] = useState(false);
  useEffect(() => {
    let spoken: string | null = null;
    return watchStages((stage) =>
      stage.on('snap', (report) => {
        setHasOthers(report !== null && report.count > 1);
        if (report && report.kind !== spoken) announce(SNAP_WORDS[report.kind]);
        spoken = report?.kind ?? null;
      }),
    );
  }, []);
  return hasOthers;
}
