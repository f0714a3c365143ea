import type { EpsgText } from '@overlook/shared/config';
import { crsOfEpsg } from '@overlook/shared/crs';
import { epsgOf } from '@overlook/shared/format';
import { COMMON_MESSAGES, EXPORTS_MESSAGES, formatMessage, MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import type { Bookmark, ManagedSite } from '@overlook/shared/schemas';
import { Fields, WholeField } from '../../../parts/form/fields.tsx';
import type { FieldErrors, useForm } from '../../../parts/form/use-form.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { PageSection } from '../../../ui/page/page.tsx';
import { shortNameError } from './short-names.ts';
import { SystemBox } from './system-box.tsx';
import type { SitePhoto } from './site-picture.tsx';
import { areErrors, type TypedErrors } from './site-quality.tsx';
import css from './sites.module.css';

const ZOOM_MOST = 24;

export interface SiteValues {
  name: string;
  slug: string;
  description: string;
  modelSettings: '0' | '1';
  minimapMaxNativeZoom: string;
  screenSpaceError: TypedErrors;
  /** The code as typed; empty for none. */
  coordinateSystem: string;
  /** Null keeps the stored one. */
  homeBookmark: Bookmark | null;
  photo: SitePhoto;
}

/** The errors of a form of a site. */
export function checkSite({
  name,
  slug,
  minimapMaxNativeZoom,
  screenSpaceError,
  coordinateSystem,
}: SiteValues): FieldErrors<SiteValues> {
  const system = typedSystem(coordinateSystem);
  const slugError = shortNameError(slug.trim());
  const isZoom = minimapMaxNativeZoom.trim() === '' || /^\d{1,2}$/.test(minimapMaxNativeZoom.trim());
  return {
    ...(name.trim() === '' ? { name: MANAGE_SITES_MESSAGES['manageSites.nameRequired'] } : {}),
    ...(slugError === null ? {} : { slug: slugError }),
    ...(isZoom && Number(minimapMaxNativeZoom) <= ZOOM_MOST
      ? {}
      : { minimapMaxNativeZoom: MANAGE_SITES_MESSAGES['manageSites.mapZoomWrong'] }),
    ...(system.error === null ? {} : { coordinateSystem: system.error }),
    ...(areErrors(screenSpaceError) ? {} : { screenSpaceError: MANAGE_SITES_MESSAGES['manageSites.qualityWrong'] }),
  };
}

/** A typed code: what is saved, the name of its system, and the error. */
export function typedSystem(text: string): { code: EpsgText | null; name: string | null; error: string | null } {
  if (text.trim() === '') return { code: null, name: null, error: null };
  const code = epsgOf(text);
  const known = code && crsOfEpsg(Number(code.slice('EPSG:'.length)));
  if (!known) return { code, name: null, error: MANAGE_SITES_MESSAGES['manageSites.systemUnknown'] };
  const isMap = known.kind === 'projected';
  return { code, name: known.name, error: isMap ? null : EXPORTS_MESSAGES['export.systemNotProjected'] };
}

type DetailsForm = Pick<ReturnType<typeof useForm<SiteValues>>, 'values' | 'set' | 'field'>;

/** Name, short name, description and how the site is shown. */
export function SiteDetails({ site, form: { values, set, field } }: { site: ManagedSite; form: DetailsForm }) {
  const { name: _name, ...system } = field('coordinateSystem');
  return (
    <PageSection title={COMMON_MESSAGES['common.details']}>
      <Fields>
        <WholeField>
          <TextField label={COMMON_MESSAGES['common.name']} autoComplete="off" {...field('name')} />
        </WholeField>
        <WholeField>
          <TextField
            label={MANAGE_SITES_MESSAGES['manageSites.shortName']}
            autoComplete="off"
            spellCheck={false}
            {...field('slug')}
          />
          {values.slug.trim() !== site.slug && (
            <p className={css.fieldHint}>
              {formatMessage(MANAGE_SITES_MESSAGES['manageSites.oldLinks'], { slug: site.slug })}
            </p>
          )}
        </WholeField>
        <WholeField>
          <TextArea label={COMMON_MESSAGES['common.description']} {...field('description')} />
        </WholeField>
        <Select
          variant="field"
          label={MANAGE_SITES_MESSAGES['manageSites.figures']}
          options={[
            { key: '0', label: MANAGE_SITES_MESSAGES['manageSites.figuresDefault'] },
            { key: '1', label: MANAGE_SITES_MESSAGES['manageSites.figuresLegacy'] },
          ]}
          value={values.modelSettings}
          onChange={(chosen) => set('modelSettings', chosen)}
        />
        <div>
          <TextField
            label={MANAGE_SITES_MESSAGES['manageSites.mapZoom']}
            inputMode="numeric"
            autoComplete="off"
            {...field('minimapMaxNativeZoom')}
          />
          <p className={css.fieldHint}>{MANAGE_SITES_MESSAGES['manageSites.mapZoomHint']}</p>
        </div>
        <WholeField>
          <SystemBox
            label={MANAGE_SITES_MESSAGES['manageSites.system']}
            labelEnd={<span className={css.hint}>{typedSystem(values.coordinateSystem).name}</span>}
            placeholder={MANAGE_SITES_MESSAGES['manageSites.systemPlaceholder']}
            {...system}
          />
          <p className={css.fieldHint}>{MANAGE_SITES_MESSAGES['manageSites.systemHint']}</p>
        </WholeField>
      </Fields>
    </PageSection>
  );
}
