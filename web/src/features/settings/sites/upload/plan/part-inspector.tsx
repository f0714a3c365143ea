import { dateText, numberText } from '@overlook/shared/format';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { Facts } from '../../../../../ui/facts.tsx';
import { Select } from '../../../../../ui/inputs/select.tsx';
import type { PartChoice, PlannedPart } from '../recognise/assign-layers.ts';
import type { PointFacts } from '../recognise/point-facts.ts';
import { CaptureFields } from './capture-fields.tsx';
import type { PlanDefaults } from './plan-options.ts';
import { PointsPlaceText } from './points-place-text.tsx';
import { OptionFields, type OptionFieldsProps } from './option-fields.tsx';
import { KINDS, layerName, leftOutReason, placeText, publishedLayer } from './part-words.ts';
import css from './plan.module.css';

interface PartInspectorProps extends Pick<OptionFieldsProps, 'values' | 'errors' | 'onChange'> {
  planned: PlannedPart;
  site: ManagedSite;
  /** Photos are in the plan, too. */
  hasPhotos: boolean;
  onChoose: (choice: PartChoice) => void;
  defaults: PlanDefaults;
}

/** The selected part: what its files say, and what a person corrects. */
export function PartInspector({
  planned,
  site,
  hasPhotos,
  values,
  defaults,
  errors,
  onChange,
  onChoose,
}: PartInspectorProps) {
  const { part, layer } = planned;
  const { name, icon: Icon } = KINDS[part.kind];
  const reason = leftOutReason(planned);
  const options = part.layers.map((key) => ({ key, label: layerName(key) }));
  const shown = layer ?? part.layers[0] ?? null;
  return (
    <section
      className={css.inspector}
      aria-label={formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.details'], { part: name })}
    >
      <div className={css.inspected}>
        <span className={css.kindIcon}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </span>
        <span className={css.words}>
          <strong className={css.name}>{name}</strong>
          <span className={css.hint}>{placeText(part)}</span>
        </span>
      </div>
      {reason !== null && <p className={css.reason}>{reason}</p>}
      {shown !== null && options.length > 1 && (
        <Select
          variant="field"
          label={UPLOAD_PAGE_MESSAGES['uploadPage.layer']}
          options={options}
          value={shown}
          onChange={(chosen) => onChoose({ layer: chosen })}
        />
      )}
      {shown !== null && (
        <OptionFields
          layers={[shown]}
          values={values}
          errors={errors}
          onChange={onChange}
          points={part.points}
          siteSystem={site.coordinateSystem}
        />
      )}
      {part.points && !errors.crs && (
        <PointsPlaceText points={part.points} values={values} siteSystem={site.coordinateSystem} />
      )}
      {shown !== null && (
        <CaptureFields
          siteId={site.id}
          layers={[shown]}
          values={values}
          defaults={defaults}
          errors={errors}
          isThere={publishedLayer(site, layer) !== null}
          replacedPhotos={hasPhotos ? site.photos : 0}
          onChange={onChange}
        />
      )}
      {part.points && <PointRows facts={part.points} />}
    </section>
  );
}

/** Decimals of coordinates: enough to recognise a place, in metres and in degrees. */
const DECIMALS = 2;

function PointRows({ facts: { bounds, made, files } }: { facts: PointFacts }) {
  if (files === 0) return <p className={css.hint}>{UPLOAD_PAGE_MESSAGES['uploadPage.readAtImport']}</p>;
  const range = (axis: 0 | 1 | 2) =>
    formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.range'], {
      least: numberText(bounds!.least[axis], DECIMALS),
      most: numberText(bounds!.most[axis], DECIMALS),
    });
  const dates = made && [...new Set(made.map((date) => dateText(date)))];
  return (
    <Facts
      rows={[
        ...(bounds
          ? [
              { name: UPLOAD_PAGE_MESSAGES['uploadPage.east'], value: range(0) },
              { name: UPLOAD_PAGE_MESSAGES['uploadPage.north'], value: range(1) },
              { name: UPLOAD_PAGE_MESSAGES['uploadPage.heightRange'], value: range(2) },
            ]
          : []),
        ...(dates
          ? [
              {
                name: UPLOAD_PAGE_MESSAGES['uploadPage.made'],
                value:
                  dates.length === 1
                    ? dates[0]
                    : formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.range'], { least: dates[0]!, most: dates[1]! }),
              },
            ]
          : []),
      ]}
    />
  );
}
