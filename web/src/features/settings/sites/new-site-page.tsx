import { FileQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { COMMON_MESSAGES, MANAGE_SITES_MESSAGES, VIEWER_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';
import { Fields, WholeField } from '../../../parts/form/fields.tsx';
import { FormActions } from '../../../parts/form/form-actions.tsx';
import { FormFailure } from '../../../parts/form/form-failure.tsx';
import { type FieldErrors, useForm } from '../../../parts/form/use-form.ts';
import { showToast } from '../../../state/toasts.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Page, PageSection } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/status/state-message.tsx';
import { useMayCreateSites } from './may-create-sites.ts';
import { shortNameError, shortNameOf } from './short-names.ts';
import { sitesChanged } from './use-site-actions.tsx';

const LIST_PATH = '/settings/sites';
const FORM_ID = 'new-site-form';

interface Values {
  name: string;
  slug: string;
  description: string;
}

/** Adds a site, whose page opens then. */
export function NewSitePage() {
  if (useMayCreateSites()) return <NewSiteForm />;
  return (
    <Page title={MANAGE_SITES_MESSAGES['manageSites.newSite']}>
      <EmptyState icon={FileQuestionMark} title={VIEWER_MESSAGES['viewer.noPage']} />
    </Page>
  );
}

const checked = ({ name, slug }: Values, sites: readonly ManagedSite[] | undefined): FieldErrors<Values> => {
  const slugError = shortNameError(slug.trim(), sites);
  return {
    ...(name.trim() === '' ? { name: MANAGE_SITES_MESSAGES['manageSites.nameRequired'] } : {}),
    ...(slugError === null ? {} : { slug: slugError }),
  };
};

/** Creates the site and opens its page. */
function useCreate() {
  const [, navigate] = useLocation();
  const create = useMutation(
    procedures.managedSites.create.mutationOptions({
      meta: { failureText: MANAGE_SITES_MESSAGES['manageSites.createFailed'] },
    }),
  );
  return async ({ slug, ...texts }: Values) => {
    const { site } = await create.mutateAsync({ ...texts, slug: slug.trim() });
    showToast(MANAGE_SITES_MESSAGES['manageSites.created'], 'success');
    sitesChanged();
    // The permissions at the new site.
    void queryClient.invalidateQueries(procedures.auth.check.queryFilter());
    navigate(`${LIST_PATH}/${site.id}/edit`);
  };
}

function NewSiteForm() {
  const [, navigate] = useLocation();
  const known = useQuery(procedures.managedSites.all.queryOptions()).data?.sites;
  const [isSlugTyped, setSlugTyped] = useState(false);
  const { form, failure, isBusy, set, field, submit } = useForm<Values>({
    initial: { name: '', slug: '', description: '' },
    check: (values) => checked(values, known),
    save: useCreate(),
  });
  return (
    <Page
      title={MANAGE_SITES_MESSAGES['manageSites.newSite']}
      actions={
        <FormActions
          formId={FORM_ID}
          verb={MANAGE_SITES_MESSAGES['manageSites.createSite']}
          isBusy={isBusy}
          onCancel={() => navigate(LIST_PATH)}
        />
      }
    >
      <form ref={form} id={FORM_ID} noValidate onSubmit={(event) => void submit(event)}>
        <FormFailure failure={failure} />
        <PageSection title={COMMON_MESSAGES['common.details']} hint={MANAGE_SITES_MESSAGES['manageSites.newHint']}>
          <Fields>
            <WholeField>
              <TextField
                label={COMMON_MESSAGES['common.name']}
                autoComplete="off"
                {...field('name')}
                onChange={(name) => {
                  set('name', name);
                  if (!isSlugTyped) set('slug', shortNameOf(name));
                }}
              />
            </WholeField>
            <WholeField>
              <TextField
                label={MANAGE_SITES_MESSAGES['manageSites.shortName']}
                autoComplete="off"
                spellCheck={false}
                {...field('slug')}
                onChange={(slug) => {
                  set('slug', slug);
                  setSlugTyped(slug !== '');
                }}
              />
            </WholeField>
            <WholeField>
              <TextArea label={COMMON_MESSAGES['common.description']} {...field('description')} />
            </WholeField>
          </Fields>
        </PageSection>
      </form>
    </Page>
  );
}
