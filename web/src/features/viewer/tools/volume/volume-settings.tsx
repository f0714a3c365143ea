import { POINT_CLOUD } from '@overlook/shared/config';
import { captureDateText } from '@overlook/shared/format';
import { formatMessage, VOLUME_MESSAGES } from '@overlook/shared/messages';
import type { Capture } from '@overlook/shared/schemas';
import { Select } from '../../../../ui/inputs/select.tsx';
import { NumberField } from '../../../../ui/number-field/number-field.tsx';
import type { VolumeSettings } from './ask-volume.ts';
import css from './volume.module.css';

const STEPS_M = [0.05, 0.1, 0.2, 0.5, 1, 2];
const BY_SPACING = 'spacing';
const HEIGHTS = { step: 0.1, decimals: 2, least: -12_000, most: 100_000 };
const ERRORS_MM = { step: 1, decimals: 0, least: 0, most: 1000 };

interface VolumeSettingsProps {
  settings: VolumeSettings;
  /** Of the site. */
  captures: readonly Capture[];
  /** The one that is measured. */
  capture: Capture | null;
  /** Height of the lowest corner above the ellipsoid, where a level base begins; null without corners. */
  lowestM: number | null;
  onChange: (settings: VolumeSettings) => void;
}

/** Base, grid step and error of heights. */
export function VolumeSettingsFields({ settings, captures, capture, lowestM, onChange }: VolumeSettingsProps) {
  const { base, stepM, heightErrorM } = settings;
  const others = captures.filter(
    ({ modeltypeId, publishedAt, id }) => modeltypeId === POINT_CLOUD.id && publishedAt !== null && id !== capture?.id,
  );
  const bases = [
    { key: 'plane', label: VOLUME_MESSAGES['volume.plane'] },
    { key: 'rim', label: VOLUME_MESSAGES['volume.rim'] },
    { key: 'height', label: VOLUME_MESSAGES['volume.height'] },
    ...others.map((one) => ({
      key: String(one.id),
      label: formatMessage(VOLUME_MESSAGES['volume.capture'], { day: captureDateText(one.takenOn, one.precision) }),
    })),
  ];
  const chooseBase = (key: string) => {
    if (key === 'plane' || key === 'rim') onChange({ ...settings, base: { kind: key } });
    else if (key === 'height') onChange({ ...settings, base: { kind: key, heightM: rounded(lowestM ?? 0) } });
    else onChange({ ...settings, base: { kind: 'capture', captureId: Number(key) } });
  };
  const steps = [
    { key: BY_SPACING, label: VOLUME_MESSAGES['volume.stepBySpacing'] },
    ...STEPS_M.map((step) => ({ key: String(step), label: formatMessage(VOLUME_MESSAGES['volume.stepOf'], { step }) })),
  ];
  return (
    <div className={css.settings}>
      <Select
        variant="field"
        label={VOLUME_MESSAGES['volume.base']}
        options={bases}
        value={base.kind === 'capture' ? String(base.captureId) : base.kind}
        onChange={chooseBase}
      />
      {base.kind === 'height' && (
        <NumberField
          label={VOLUME_MESSAGES['volume.baseHeight']}
          mark={VOLUME_MESSAGES['volume.height']}
          value={base.heightM}
          range={HEIGHTS}
          unit={'\u202Fm'}
          onChange={(heightM) => onChange({ ...settings, base: { kind: 'height', heightM } })}
        />
      )}
      <Select
        variant="field"
        label={VOLUME_MESSAGES['volume.step']}
        options={steps}
        value={stepM === null ? BY_SPACING : String(stepM)}
        onChange={(key) => onChange({ ...settings, stepM: key === BY_SPACING ? null : Number(key) })}
      />
      <NumberField
        label={VOLUME_MESSAGES['volume.heightError']}
        mark={VOLUME_MESSAGES['volume.heightError']}
        value={heightErrorM * 1000}
        range={ERRORS_MM}
        unit={'\u202Fmm'}
        onChange={(millimetres) => onChange({ ...settings, heightErrorM: millimetres / 1000 })}
      />
    </div>
  );
}

const rounded = (metres: number): number => Math.round(metres * 100) / 100;
