import { Activity, Ruler, Scan, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { PROFILE, PROFILE_COLORS, type ProfileColor } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import {
  closeProfile,
  profile,
  setProfileColor,
  setProfileExaggeration,
  setProfileMeasuring,
  setProfileThickness,
} from '../../../state/profile.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import css from './profile-strip.module.css';

const COLOR_LABELS: Readonly<Record<ProfileColor, string>> = {
  scanned: 'Colour: as scanned',
  height: 'Colour: height',
  distance: 'Colour: distance',
  class: 'Colour: class',
};

const THICKNESS = {
  step: PROFILE.thicknessStepM,
  decimals: 2,
  least: PROFILE.thicknessLeastM,
  most: PROFILE.thicknessMostM,
} as const;

interface StripHeadProps {
  /** Length and number of points; what is being read. */
  facts: string;
  /** Tiles carry classes of points. */
  hasClasses: boolean;
  onFit: () => void;
  /** The menu of files. */
  children: ReactNode;
}

/** The line of controls over a section. */
export function StripHead({ facts, hasClasses, onFit, children }: StripHeadProps) {
  const { thicknessMetres, color, exaggeration, isMeasuring } = useSnapshot(profile);
  const mayMeasure = useAllowed('TOOLS:MEASURE');
  const colors = PROFILE_COLORS.filter((key) => hasClasses || key !== 'class');
  return (
    <div className={css.head}>
      <h2 className={css.title}>
        <Activity size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
        Profile
      </h2>
      <output className={css.facts} aria-label="Points of the profile">
        {facts}
      </output>
      <div className={css.controls}>
        <NumberField
          variant="compact"
          label="Thickness"
          mark="Thickness"
          value={thicknessMetres}
          range={THICKNESS}
          unit={'\u202Fm'}
          onChange={setProfileThickness}
        />
        <Select
          label="Colour"
          options={colors.map((key) => ({ key, label: COLOR_LABELS[key] }))}
          value={colors.includes(color) ? color : 'scanned'}
          onChange={setProfileColor}
        />
        <Select
          label="Height"
          options={PROFILE.exaggerations.map((times) => ({ key: String(times), label: `Height × ${times}` }))}
          value={String(exaggeration)}
          onChange={(times) => setProfileExaggeration(Number(times))}
        />
        <IconButton
          icon={Ruler}
          label={mayMeasure ? 'Measure in the section' : MESSAGES['profile.noMeasure']}
          disabled={!mayMeasure}
          aria-pressed={isMeasuring}
          isOn={isMeasuring}
          onClick={() => setProfileMeasuring(!isMeasuring)}
        />
        <IconButton icon={Scan} label="Show all of the section" onClick={onFit} />
        {children}
        <IconButton icon={X} label="Close the profile" keys="R" onClick={closeProfile} />
      </div>
    </div>
  );
}
