import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { UploadPart } from '@overlook/shared/schemas';
import { TextField } from '../../../../../ui/field/text-field.tsx';
import { Checkbox } from '../../../../../ui/inputs/checkbox.tsx';
import { PartFields } from './part-fields.tsx';
import { type OptionErrors, optionsOf, type PlanDefaults, type PlanOptions } from './plan-options.ts';
import css from './plan.module.css';

interface CaptureFieldsProps {
  siteId: number;
  layers: readonly UploadPart[];
  values: PlanOptions;
  defaults: PlanDefaults;
  errors: OptionErrors;
  /** The site has one of these layers. */
  isThere: boolean;
  /** Photos of the site that would be removed with what is replaced. */
  replacedPhotos?: number;
  onChange: (changed: Partial<PlanOptions>) => void;
}

/** When layers were captured, who sees them first, and whether they replace what is published. */
export function CaptureFields({
  siteId,
  layers,
  values,
  defaults,
  errors,
  isThere,
  replacedPhotos = 0,
  onChange,
}: CaptureFieldsProps) {
  if (!optionsOf(layers).hasPosition) return null;
  const isDraft = values.draft ?? defaults.draft;
  const isFromFiles = values.captured === null && defaults.captured !== '';
  return (
    <>
      <div>
        <TextField
          label={UPLOAD_PAGE_MESSAGES['uploadPage.captured']}
          labelEnd={
            isFromFiles && <span className={css.said}>{UPLOAD_PAGE_MESSAGES['uploadPage.capturedFromFiles']}</span>
          }
          placeholder={UPLOAD_PAGE_MESSAGES['uploadPage.capturedPlaceholder']}
          autoComplete="off"
          spellCheck={false}
          value={values.captured ?? defaults.captured}
          error={errors.captured}
          onChange={(captured) => onChange({ captured })}
        />
        <p className={css.hint}>{UPLOAD_PAGE_MESSAGES['uploadPage.capturedHint']}</p>
      </div>
      {isThere && optionsOf(layers).hasPoints && (
        <PartFields siteId={siteId} values={values} errors={errors} onChange={onChange} />
      )}
      <div>
        <Checkbox isSelected={isDraft} onChange={(draft) => onChange({ draft })}>
          {UPLOAD_PAGE_MESSAGES['uploadPage.draft']}
        </Checkbox>
        <p className={css.hint}>{UPLOAD_PAGE_MESSAGES['uploadPage.draftHint']}</p>
      </div>
      {isThere && !isDraft && (
        <div>
          <Checkbox isSelected={values.replace} onChange={(replace) => onChange({ replace })}>
            {UPLOAD_PAGE_MESSAGES['uploadPage.replace']}
          </Checkbox>
          <p className={css.hint}>{UPLOAD_PAGE_MESSAGES['uploadPage.replaceHint']}</p>
          {replacedPhotos > 0 && (
            <p className={css.reason}>
              {formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.replacesPhotos'], { count: replacedPhotos })}
            </p>
          )}
        </div>
      )}
    </>
  );
}
