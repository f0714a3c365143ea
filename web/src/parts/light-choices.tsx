import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { EyeDomeMode } from '@overlook/shared/config';
import { LIGHT_MESSAGES, solarTimeText } from '@overlook/shared/messages';
import { LAST_MINUTE, lightOf, setLight } from '../state/light-choices.ts';
import { preferences } from '../state/preferences.ts';
import { classNames } from '../ui/class-names.ts';
import labelled from '../ui/field/labelled.module.css';
import { DateField } from '../ui/field/date-field.tsx';
import { type Segment, Segmented } from '../ui/inputs/segmented.tsx';
import { Slider } from '../ui/inputs/slider.tsx';
import css from './light-choices.module.css';

const SUN: readonly Segment<'standard' | 'timed'>[] = [
  { value: 'standard', label: LIGHT_MESSAGES['light.standard'] },
  { value: 'timed', label: LIGHT_MESSAGES['light.byDateAndHour'] },
];
const MODES: readonly Segment<EyeDomeMode>[] = [
  { value: 'auto', label: LIGHT_MESSAGES['light.automatic'] },
  { value: 'on', label: LIGHT_MESSAGES['light.on'] },
  { value: 'off', label: LIGHT_MESSAGES['light.off'] },
];
/** Of the slider, minutes. */
const STEP = 5;
/** Three in the afternoon: a low sun nearly everywhere. */
const FIRST_MINUTES = 15 * 60;

const useLightChoices = () => lightOf(useSnapshot(preferences).light);

/** Where the sun is on models without pictures. */
export function SunChoice() {
  const { sunTime } = useLightChoices();
  const choose = (kind: 'standard' | 'timed') =>
    setLight({ sunTime: kind === 'standard' ? null : { day: today(), minutes: FIRST_MINUTES } });
  return (
    <div className={css.sun}>
      <Segmented
        label={LIGHT_MESSAGES['light.sun']}
        segments={SUN}
        value={sunTime ? 'timed' : 'standard'}
        onChange={choose}
      />
      {sunTime && (
        <>
          <DayField day={sunTime.day} onChange={(day) => setLight({ sunTime: { ...sunTime, day } })} />
          <p className={classNames(labelled.label, css.label)} aria-hidden>
            {LIGHT_MESSAGES['light.solarTime']}
          </p>
          <Slider
            label={`${LIGHT_MESSAGES['light.solarTime']}, ${solarTimeText(sunTime.minutes)}`}
            value={sunTime.minutes}
            least={0}
            most={LAST_MINUTE}
            step={STEP}
            format={solarTimeText}
            onChange={(minutes) => setLight({ sunTime: { ...sunTime, minutes } })}
          />
          <p className={css.note}>{LIGHT_MESSAGES['light.solarTimeHint']}</p>
        </>
      )}
    </div>
  );
}

function DayField({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  // A field that is typed in has no day for a while: a written one would take away what has been typed.
  const [isTyping, setTyping] = useState(false);
  const take = (text: string) => {
    setTyping(text === '');
    if (text !== '') onChange(text);
  };
  return (
    <DateField
      label={LIGHT_MESSAGES['light.date']}
      size="m"
      required
      value={isTyping ? '' : day}
      onChange={take}
      onBlur={() => setTyping(false)}
    />
  );
}

/** Shadows of the sun on models without pictures. */
export function SunShadowsChoice() {
  const { sunShadows } = useLightChoices();
  return (
    <Segmented
      label={LIGHT_MESSAGES['light.sunShadows']}
      segments={MODES}
      value={sunShadows}
      onChange={(mode) => setLight({ sunShadows: mode })}
    />
  );
}

/** Soft shade in the corners of models without pictures. */
export function SoftShadeChoice() {
  const { ambientOcclusion } = useLightChoices();
  return (
    <Segmented
      label={LIGHT_MESSAGES['light.softShadeInCorners']}
      segments={MODES}
      value={ambientOcclusion}
      onChange={(mode) => setLight({ ambientOcclusion: mode })}
    />
  );
}

/** As a field of a date has it. */
const today = (): string => new Date().toLocaleDateString('sv');
