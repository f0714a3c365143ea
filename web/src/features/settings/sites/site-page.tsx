import { Archive, ArchiveRestore, Eye, House, Trash2 } from 'lucide-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import type { Bookmark, ManagedSite } from '@overlook/shared/schemas';
import { EDITED, useFormVersion } from '../../../api/edited-query.ts';
import { uploadSitePicture } from '../../../api/site-avatar.ts';
import { procedures } from '../../../api/queries.ts';
import { FormActions } from '../../../parts/form/form-actions.tsx';
import { FormFailure } from '../../../parts/form/form-failure.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { leaving } from '../../../state/leaving.ts';
import { bookmarkNow } from '../../../state/stage-view.ts';
import { showToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button/button.tsx';
import { LoadedPage } from '../../../ui/page/loaded-page.tsx';
import { Page, PageSection } from '../../../ui/page/page.tsx';
import { checkSite, SiteDetails, type SiteValues, typedSystem } from './site-details.tsx';
import { SiteStateTag } from './site-state-tag.tsx';
import { SiteCaptures } from './captures/site-captures.tsx';
import { ownErrors, SiteQuality, typedErrors } from './site-quality.tsx';
import { SitePicture } from './site-picture.tsx';
import { useShowsSite } from './use-shows-site.ts';
import { SiteDrop } from './site-drop.tsx';
import { SiteUploads } from './upload/site-uploads.tsx';
import { sitesChanged, useSiteActions } from './use-site-actions.tsx';
import { SiteChanges } from './site-changes.tsx';
import layout from './site-form.module.css';
import css from './sites.module.css';

const LIST_PATH = '/settings/sites';
const FORM_ID = 'site-form';

/** Edits the site with this id. */
export function SitePage({ id }: { id: number | null }) {
  const siteId = id ?? 0;
  const query = useQuery(
    procedures.managedSites.get.queryOptions(
      { siteId },
      { ...EDITED, meta: { failureText: MANAGE_SITES_MESSAGES['manageSites.fetchFailed'] } },
    ),
  );
  const { formVersion, loadAgain } = useFormVersion(query);
  return (
    <LoadedPage
      title={MANAGE_SITES_MESSAGES['manageSites.site']}
      query={query}
      failedTitle={MANAGE_SITES_MESSAGES['manageSites.fetchFailed']}
    >
      {({ site }) => <SiteForm key={`${formVersion} ${site.version}`} site={site} onLoadAgain={loadAgain} />}
    </LoadedPage>
  );
}

/** Sends what the form has; the server refuses it when another person has saved since. */
function useSave({ id, version, avatar }: ManagedSite) {
  const meta = { failureText: MANAGE_SITES_MESSAGES['manageSites.saveFailed'] } as const;
  const update = useMutation(procedures.managedSites.update.mutationOptions({ meta }));
  return async ({
    slug,
    modelSettings,
    minimapMaxNativeZoom,
    homeBookmark,
    screenSpaceError,
    coordinateSystem,
    photo,
    ...texts
  }: SiteValues) => {
    const picture = photo.blob ? await uploadSitePicture(id, photo.blob) : null;
    const isPictureChanged = photo.url !== avatar;
    await update.mutateAsync({
      siteId: id,
      version,
      ...texts,
      slug: slug.trim(),
      modelSettings: modelSettings === '1' ? 1 : 0,
      minimapMaxNativeZoom: minimapMaxNativeZoom.trim() === '' ? null : Number(minimapMaxNativeZoom),
      screenSpaceError: ownErrors(screenSpaceError),
      coordinateSystem: typedSystem(coordinateSystem).code,
      ...(homeBookmark ? { homeBookmark } : {}),
      ...(isPictureChanged ? { avatar: picture } : {}),
    });
    showToast(MANAGE_SITES_MESSAGES['manageSites.saved'], 'success');
    sitesChanged();
  };
}

const valuesOf = (site: ManagedSite): SiteValues => ({
  name: site.name,
  slug: site.slug,
  description: site.description,
  modelSettings: site.modelSettings === 1 ? '1' : '0',
  minimapMaxNativeZoom: site.minimapMaxNativeZoom === null ? '' : String(site.minimapMaxNativeZoom),
  homeBookmark: null,
  screenSpaceError: typedErrors(site.screenSpaceError),
  coordinateSystem: site.coordinateSystem ?? '',
  photo: { url: site.avatar, blob: null },
});

function SiteForm({ site, onLoadAgain }: { site: ManagedSite; onLoadAgain: () => void }) {
  const [, navigate] = useLocation();
  const toList = () => navigate(LIST_PATH);
  const save = useSave(site);
  const { form, values, errors, failure, isBusy, set, setError, field, submit } = useForm<SiteValues>({
    initial: valuesOf(site),
    check: checkSite,
    save: async (saved) => {
      await save(saved);
      toList();
    },
  });
  return (
    <Page
      title={site.name}
      foot={
        <>
          <SiteChanges before={valuesOf(site)} now={values} />
          <FormActions
            formId={FORM_ID}
            verb={MANAGE_SITES_MESSAGES['manageSites.saveSite']}
            isBusy={isBusy}
            onCancel={toList}
          />
        </>
      }
    >
      <form ref={form} id={FORM_ID} noValidate onSubmit={(event) => void submit(event)}>
        <FormFailure failure={failure} onLoadAgain={onLoadAgain} />
        <SiteDrop site={site}>
          <div className={layout.columns}>
            <div className={layout.column}>
              <SiteDetails site={site} form={{ values, set, field }} />
              <SitePicture
                siteId={site.id}
                value={values.photo}
                isChanged={values.photo.url !== site.avatar}
                error={errors.photo ?? null}
                onChange={(photo) => set('photo', photo)}
                onRefuse={(reason) => setError('photo', reason)}
              />
              <HomeView
                siteId={site.id}
                isChanged={values.homeBookmark !== null}
                onChange={(bookmark) => set('homeBookmark', bookmark)}
              />
            </div>
            <div className={layout.column}>
              <SiteCaptures site={site} />
              <SiteUploads site={site} />
              <SiteQuality
                site={site}
                isLegacy={values.modelSettings === '1'}
                value={values.screenSpaceError}
                error={errors.screenSpaceError ?? null}
                onChange={(typed) => set('screenSpaceError', typed)}
              />
              <DangerZone site={site} onDeleted={toList} />
            </div>
          </div>
        </SiteDrop>
      </form>
    </Page>
  );
}

interface HomeViewProps {
  siteId: number;
  isChanged: boolean;
  onChange: (bookmark: Bookmark) => void;
}

/** Takes the camera of the stage behind the settings as the home view. */
function HomeView({ siteId, isChanged, onChange }: HomeViewProps) {
  const isShown = useShowsSite(siteId);
  const take = () => {
    const bookmark = bookmarkNow();
    if (bookmark) onChange(bookmark);
  };
  return (
    <PageSection
      title={MANAGE_SITES_MESSAGES['manageSites.homeView']}
      hint={MANAGE_SITES_MESSAGES['manageSites.homeHint']}
    >
      <div className={css.actions}>
        <Button
          icon={House}
          disabledReason={isShown ? null : MANAGE_SITES_MESSAGES['manageSites.openFirst']}
          onClick={take}
        >
          {MANAGE_SITES_MESSAGES['manageSites.setToThisView']}
        </Button>
        <span className={css.hint} role="status">
          {isChanged && MANAGE_SITES_MESSAGES['manageSites.homeChanged']}
        </span>
      </div>
    </PageSection>
  );
}

/** State, opening, archiving and deleting. */
function DangerZone({ site, onDeleted }: { site: ManagedSite; onDeleted: () => void }) {
  const { actions, dialog } = useSiteActions({ onDeleted });
  const isArchived = site.archivedAt !== null;
  // Each makes the form new.
  const disabledReason = useSnapshot(leaving).unsaved > 0 ? MANAGE_SITES_MESSAGES['manageSites.saveFirst'] : null;
  return (
    <PageSection
      title={MANAGE_SITES_MESSAGES['manageSites.dangerZone']}
      hint={
        isArchived
          ? MANAGE_SITES_MESSAGES['manageSites.deleteConsequence']
          : MANAGE_SITES_MESSAGES['manageSites.archiveHint']
      }
    >
      <div className={css.actions}>
        <SiteStateTag site={site} />
        <span className={css.buttons}>
          {actions.isSeen(site) && (
            <Button tone="ghost" icon={Eye} onClick={() => actions.open(site)}>
              {MANAGE_SITES_MESSAGES['manageSites.openOnTheStage']}
            </Button>
          )}
          {isArchived ? (
            <>
              <Button icon={ArchiveRestore} disabledReason={disabledReason} onClick={() => actions.restore(site)}>
                {MANAGE_SITES_MESSAGES['manageSites.restore']}
              </Button>
              <Button tone="danger" icon={Trash2} disabledReason={disabledReason} onClick={() => actions.delete(site)}>
                {MANAGE_SITES_MESSAGES['manageSites.delete']}
              </Button>
            </>
          ) : (
            <Button icon={Archive} disabledReason={disabledReason} onClick={() => actions.archive(site)}>
              {MANAGE_SITES_MESSAGES['manageSites.archive']}
            </Button>
          )}
        </span>
      </div>
      {dialog}
    </PageSection>
  );
}
