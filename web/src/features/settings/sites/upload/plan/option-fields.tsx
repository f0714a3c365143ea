import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { UploadPart } from '@overlook/shared/schemas';
import { TextField } from '../../../../../ui/field/text-field.tsx';
import { Checkbox } from '../../../../../ui/inputs/checkbox.tsx';
import { Select } from '../../../../../ui/inputs/select.tsx';
import type { PointFacts } from '../recognise/point-facts.ts';
import { type OptionErrors, optionsOf, type PlanOptions } from './plan-options.ts';
import { SystemBox } from '../../system-box.tsx';
import css from './plan.module.css';

export interface OptionFieldsProps {
  /** The layers whose options are shown. */
  layers: readonly UploadPart[];
  values: PlanOptions;
  errors: OptionErrors;
  onChange: (changed: Partial<PlanOptions>) => void;
  /** What the files of a point cloud say. */
  points?: PointFacts | null;
  /** That of the site, in which files are read that state none. */
  siteSystem?: string | null;
}

const HEIGHTS = [
  { key: 'stated', label: UPLOAD_PAGE_MESSAGES['uploadPage.heightsStated'] },
  { key: 'ellipsoidal', label: UPLOAD_PAGE_MESSAGES['uploadPage.heightsEllipsoidal'] },
  { key: 'orthometric', label: UPLOAD_PAGE_MESSAGES['uploadPage.heightsOrthometric'] },
] as const;

/** How files are read: coordinates, heights, position, and which photos are taken. */
export function OptionFields({
  layers,
  values,
  errors,
  onChange,
  points = null,
  siteSystem = null,
}: OptionFieldsProps) {
  const { hasCrs, hasAltitudes, hasPosition, hasPhotos } = optionsOf(layers);
  return (
    <>
      {hasCrs && (
        <div>
          <SystemBox
            label={UPLOAD_PAGE_MESSAGES['uploadPage.coordinates']}
            labelEnd={points && <span className={css.said}>{statedText(points)}</span>}
            {...(siteSystem && {
              placeholder: formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.coordinatesOfSite'], { system: siteSystem }),
            })}
            value={values.crs}
            error={errors.crs}
            onChange={(crs) => onChange({ crs })}
          />
          {points && points.systems.length === 1 && (
            <p className={css.hint}>
              {formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.statedBy'], { system: systemText(points) })}
            </p>
          )}
        </div>
      )}
      {hasAltitudes && (
        <Select
          variant="field"
          label={UPLOAD_PAGE_MESSAGES['uploadPage.heights']}
          options={HEIGHTS}
          value={values.altitudes}
          onChange={(altitudes) => onChange({ altitudes })}
        />
      )}
      {hasPosition && <Position values={values} error={errors.position} onChange={onChange} />}
      {points && points.pictures > 0 && (
        <div>
          <Checkbox
            isSelected={!values.withoutPictures}
            onChange={(isTaken) => onChange({ withoutPictures: !isTaken })}
          >
            {formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.takePictures'], { count: points.pictures })}
          </Checkbox>
          <p className={css.hint}>{UPLOAD_PAGE_MESSAGES['uploadPage.takePicturesHint']}</p>
        </div>
      )}
      {hasPhotos && (
        <div>
          <Checkbox isSelected={values.anywhere} onChange={(anywhere) => onChange({ anywhere })}>
            {UPLOAD_PAGE_MESSAGES['uploadPage.anywhere']}
          </Checkbox>
          <p className={css.hint}>{UPLOAD_PAGE_MESSAGES['uploadPage.anywhereHint']}</p>
        </div>
      )}
    </>
  );
}

function statedText({ stated, files }: PointFacts): string {
  if (files === 0) return '';
  return stated === 0
    ? UPLOAD_PAGE_MESSAGES['uploadPage.statedNone']
    : formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.statedIn'], { count: stated, all: files });
}

const systemText = ({ systems: [system] }: PointFacts): string =>
  system!.epsg === null || system!.name.startsWith('EPSG') ? system!.name : `${system!.name} (EPSG:${system!.epsg})`;

const PLACE_LABELS = {
  longitude: UPLOAD_PAGE_MESSAGES['uploadPage.longitude'],
  latitude: UPLOAD_PAGE_MESSAGES['uploadPage.latitude'],
  height: UPLOAD_PAGE_MESSAGES['uploadPage.height'],
  heading: UPLOAD_PAGE_MESSAGES['uploadPage.heading'],
} as const;

interface PositionProps {
  values: PlanOptions;
  error: string | null;
  onChange: OptionFieldsProps['onChange'];
}

function Position({ values, error, onChange }: PositionProps) {
  const field = (name: keyof typeof PLACE_LABELS) => ({
    label: PLACE_LABELS[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    value: values[name],
    onChange: (text: string) => onChange({ [name]: text }),
  });
  return (
    <fieldset className={css.position}>
      <legend className={css.legend}>{UPLOAD_PAGE_MESSAGES['uploadPage.position']}</legend>
      <div className={css.pair}>
        <TextField {...field('longitude')} />
        <TextField {...field('latitude')} />
        <TextField {...field('height')} />
        <TextField {...field('heading')} />
      </div>
      <p className={error === null ? css.hint : css.error} role={error === null ? undefined : 'alert'}>
        {error ?? UPLOAD_PAGE_MESSAGES['uploadPage.positionHint']}
      </p>
      <Checkbox isSelected={values.replacePosition} onChange={(replacePosition) => onChange({ replacePosition })}>
        {UPLOAD_PAGE_MESSAGES['uploadPage.replacePosition']}
      </Checkbox>
    </fieldset>
  );
}
