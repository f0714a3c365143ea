import { MODEL_TYPES, QUALITY_LEVELS, type QualityKey, SCREEN_SPACE_ERROR } from '@overlook/shared/config';
import { formatMessage, MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { TextField } from '../../../ui/field/text-field.tsx';
import { PageSection } from '../../../ui/page/page.tsx';
import css from './site-quality.module.css';

type LayerKey = keyof typeof SCREEN_SPACE_ERROR;
type OwnErrors = ManagedSite['screenSpaceError'];

/** Screen-space errors as typed, CSS pixels; empty for the common figure. */
export type TypedErrors = Readonly<Record<LayerKey, Readonly<Record<QualityKey, string>>>>;

const LAYER_KEYS = Object.keys(SCREEN_SPACE_ERROR) as LayerKey[];
const QUALITY_KEYS = QUALITY_LEVELS.map(({ key }) => key);
const LEAST_PX = 1;
const MOST_PX = 1000;

export const typedErrors = (own: OwnErrors): TypedErrors =>
  Object.fromEntries(
    LAYER_KEYS.map((layer) => [
      layer,
      Object.fromEntries(QUALITY_KEYS.map((quality) => [quality, String(own[layer]?.[quality] ?? '')])),
    ]),
  ) as TypedErrors;

const numberOf = (text: string): number => Number(text.trim().replace(',', '.'));
const isError = (text: string): boolean =>
  text.trim() === '' || (numberOf(text) >= LEAST_PX && numberOf(text) <= MOST_PX);

/** Whether all figures can be saved. */
export const areErrors = (typed: TypedErrors): boolean =>
  Object.values(typed).every((row) => Object.values(row).every(isError));

/** What is saved: the figures that were typed. */
export function ownErrors(typed: TypedErrors): OwnErrors {
  const rows = LAYER_KEYS.flatMap((layer) => {
    const set = QUALITY_KEYS.filter((quality) => typed[layer][quality].trim() !== '');
    return set.length === 0
      ? []
      : [[layer, Object.fromEntries(set.map((quality) => [quality, numberOf(typed[layer][quality])]))] as const];
  });
  return Object.fromEntries(rows) as OwnErrors;
}

interface SiteQualityProps {
  site: ManagedSite;
  isLegacy: boolean;
  value: TypedErrors;
  error: string | null;
  onChange: (value: TypedErrors) => void;
}

/** How far a layer may differ from its full detail on the screen, by quality; empty fields show the common figures. */
export function SiteQuality({ site, isLegacy, value, error, onChange }: SiteQualityProps) {
  const layers = MODEL_TYPES.filter(({ id }) => site.layers.some(({ modeltypeId }) => modeltypeId === id));
  if (layers.length === 0) return null;
  return (
    <PageSection
      title={MANAGE_SITES_MESSAGES['manageSites.quality']}
      hint={MANAGE_SITES_MESSAGES['manageSites.qualityHint']}
    >
      <div className={css.table}>
        <span aria-hidden />
        {QUALITY_LEVELS.map(({ key, label }) => (
          <span key={key} className={css.head} aria-hidden>
            {label}
          </span>
        ))}
        {layers.map(({ key, label }) => (
          <QualityRow
            key={key}
            layer={{ key: key as LayerKey, label }}
            isLegacy={isLegacy}
            value={value}
            onChange={onChange}
          />
        ))}
      </div>
      {error !== null && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </PageSection>
  );
}

interface QualityRowProps extends Pick<SiteQualityProps, 'isLegacy' | 'value' | 'onChange'> {
  layer: { key: LayerKey; label: string };
}

function QualityRow({ layer: { key, label }, isLegacy, value, onChange }: QualityRowProps) {
  const common = SCREEN_SPACE_ERROR[key][isLegacy ? 'legacy' : 'normal'];
  return (
    <>
      <span className={css.layer}>{label}</span>
      {QUALITY_LEVELS.map((level) => (
        <TextField
          key={level.key}
          label={formatMessage(MANAGE_SITES_MESSAGES['manageSites.qualityOf'], { layer: label, quality: level.label })}
          isLabelHidden
          size="m"
          inputMode="decimal"
          autoComplete="off"
          placeholder={String(common[level.key])}
          aria-invalid={!isError(value[key][level.key])}
          value={value[key][level.key]}
          onChange={(text) => onChange({ ...value, [key]: { ...value[key], [level.key]: text } })}
        />
      ))}
    </>
  );
}
