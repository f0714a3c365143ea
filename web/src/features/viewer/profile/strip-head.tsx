import { Activity, Download, Ellipsis, Ruler, Scan, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { PROFILE, PROFILE_COLORS, type ProfileColor } from '@overlook/shared/config';
import { PROFILE_MESSAGES, formatMessage } from '@overlook/shared/messages';
import {
  closeProfile,
  profile,
  setProfileColor,
  setProfileExaggeration,
  setProfileMeasuring,
  setProfileThickness,
} from '../../../state/profile.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Select } from '../../../ui/inputs/select.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import type { MenuSectionOf } from '../../../ui/menu/menu-list.tsx';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import type { SectionExports } from './use-exports.ts';
import css from './profile-strip.module.css';

const COLOR_LABELS: Readonly<Record<ProfileColor, string>> = {
  scanned: PROFILE_MESSAGES['profile.colourAsScanned'],
  height: PROFILE_MESSAGES['profile.colourHeight'],
  distance: PROFILE_MESSAGES['profile.colourDistance'],
  class: PROFILE_MESSAGES['profile.colourClass'],
};

const THICKNESS = {
  step: PROFILE.thicknessStepM,
  decimals: 2,
  least: PROFILE.thicknessLeastM,
  most: PROFILE.thicknessMostM,
} as const;

interface StripHeadProps {
  /** Length and number of points; the progress of reading. */
  facts: string;
  /** Tiles carry classes of points. */
  hasClasses: boolean;
  onFit: () => void;
  exports: SectionExports;
}

/** The line of controls over a section: on a phone one row, with a menu for the other controls. */
export function StripHead({ facts, hasClasses, onFit, exports }: StripHeadProps) {
  const isPhone = useLayout() === 'phone';
  const colors = PROFILE_COLORS.filter((key) => hasClasses || key !== 'class');
  return (
    <div className={classNames(css.head, isPhone && css.ofPhone)}>
      <h2 className={isPhone ? 'visually-hidden' : css.title}>
        <Activity size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
        {PROFILE_MESSAGES['profile.profile']}
      </h2>
      <output className={css.facts} aria-label={PROFILE_MESSAGES['profile.pointsOfTheProfile']}>
        {facts}
      </output>
      <div className={css.controls}>
        <Thickness />
        {!isPhone && <Looks colors={colors} />}
        <Measuring />
        {isPhone ? (
          <PhoneMenu colors={colors} onFit={onFit} exports={exports} />
        ) : (
          <>
            <IconButton icon={Scan} label={FIT} onClick={onFit} />
            {exports.cancel ? (
              <Button icon={X} onClick={exports.cancel}>
                {PROFILE_MESSAGES['profile.cancelExport']}
              </Button>
            ) : (
              <MenuButton
                variant="label"
                label={PROFILE_MESSAGES['profile.export']}
                icon={Download}
                sections={exports.sections}
              />
            )}
          </>
        )}
        <IconButton icon={X} label={PROFILE_MESSAGES['profile.closeTheProfile']} keys="R" onClick={closeProfile} />
      </div>
    </div>
  );
}

const FIT = PROFILE_MESSAGES['profile.showAllSection'];

function Thickness() {
  const { thicknessMetres } = useSnapshot(profile);
  return (
    <NumberField
      variant="compact"
      label={PROFILE_MESSAGES['profile.thickness']}
      mark={PROFILE_MESSAGES['profile.thickness']}
      value={thicknessMetres}
      range={THICKNESS}
      unit={'\u202Fm'}
      onChange={setProfileThickness}
    />
  );
}

function Measuring() {
  const { isMeasuring } = useSnapshot(profile);
  const mayMeasure = useAllowed('TOOLS:MEASURE');
  return (
    <IconButton
      icon={Ruler}
      label={mayMeasure ? PROFILE_MESSAGES['profile.measureInTheSection'] : PROFILE_MESSAGES['profile.noMeasure']}
      disabled={!mayMeasure}
      aria-pressed={isMeasuring}
      isOn={isMeasuring}
      onClick={() => setProfileMeasuring(!isMeasuring)}
    />
  );
}

type Colors = readonly ProfileColor[];

const colorOf = (colors: Colors, color: ProfileColor): ProfileColor => (colors.includes(color) ? color : 'scanned');
const HEIGHTS = PROFILE.exaggerations.map((times) => ({
  key: String(times),
  label: formatMessage(PROFILE_MESSAGES['profile.height'], { times }),
}));

function Looks({ colors }: { colors: Colors }) {
  const { color, exaggeration } = useSnapshot(profile);
  return (
    <>
      <Select
        label={PROFILE_MESSAGES['profile.colour']}
        options={colors.map((key) => ({ key, label: COLOR_LABELS[key] }))}
        value={colorOf(colors, color)}
        onChange={setProfileColor}
      />
      <Select
        label={PROFILE_MESSAGES['profile.heightColour']}
        options={HEIGHTS}
        value={String(exaggeration)}
        onChange={(times) => setProfileExaggeration(Number(times))}
      />
    </>
  );
}

function PhoneMenu({ colors, onFit, exports }: { colors: Colors } & Pick<StripHeadProps, 'onFit' | 'exports'>) {
  const { color, exaggeration } = useSnapshot(profile);
  const { cancel, sections } = exports;
  const looks: MenuSectionOf[] = [
    {
      key: 'colour',
      entries: colors.map((key) => ({ key, label: COLOR_LABELS[key] })),
      chosen: colorOf(colors, color),
      onChoose: (key) => setProfileColor(colors.find((one) => one === key)!),
    },
    {
      key: 'height',
      entries: HEIGHTS,
      chosen: String(exaggeration),
      onChoose: (times) => setProfileExaggeration(Number(times)),
    },
    { key: 'view', entries: [{ key: 'fit', label: FIT, icon: Scan, onAction: onFit }] },
  ];
  const making: MenuSectionOf[] = [
    {
      key: 'making',
      entries: [
        { key: 'cancel', label: PROFILE_MESSAGES['profile.cancelExport'], icon: X, onAction: () => cancel?.() },
      ],
    },
  ];
  return (
    <MenuButton
      size="m"
      label={PROFILE_MESSAGES['profile.moreOfTheProfile']}
      icon={Ellipsis}
      sections={[...looks, ...(cancel ? making : sections)]}
    />
  );
}
