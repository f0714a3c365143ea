import { ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import { useMutation } from '@tanstack/react-query';
import type { Subscriptions } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useSignedIn } from '../../../state/session-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { FormFailure } from '../../../parts/form/form-failure.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { Page, PageSection } from '../../../ui/page/page.tsx';
import { showToast } from '../../../state/toasts.ts';
import css from './profile.module.css';

type Flag = keyof Subscriptions;

const SECTIONS: readonly { title: string; hint: string; flags: readonly { flag: Flag; label: string }[] }[] = [
  {
    title: ACCOUNT_MESSAGES['account.features'],
    hint: ACCOUNT_MESSAGES['account.aboutWhatNewProduct'],
    flags: [
      { flag: 'featuresEmail', label: ACCOUNT_MESSAGES['account.byEMail'] },
      { flag: 'featuresSMS', label: ACCOUNT_MESSAGES['account.bySms'] },
    ],
  },
  {
    title: ACCOUNT_MESSAGES['account.pointgrab'],
    hint: ACCOUNT_MESSAGES['account.whenExportYoursReady'],
    flags: [
      { flag: 'pointGrabEmail', label: ACCOUNT_MESSAGES['account.byEMail'] },
      { flag: 'pointGrabSMS', label: ACCOUNT_MESSAGES['account.bySms'] },
    ],
  },
];

/** The notifications of the user (specification §3 "Notification settings"). */
export function NotificationsPage() {
  const { user } = useSignedIn();
  const save = useMutation(
    procedures.users.setNotifications.mutationOptions({
      meta: { failureText: ACCOUNT_MESSAGES['account.updateFailed'] },
    }),
  );
  const { form, values, failure, isBusy, isDirty, set, submit } = useForm<Subscriptions>({
    initial: user.data.subscriptions,
    check: () => ({}),
    save: async (flags) => {
      await save.mutateAsync({ id: user.id, ...flags });
      showToast(ACCOUNT_MESSAGES['account.updated'], 'success');
      void queryClient.invalidateQueries(procedures.auth.check.queryFilter());
    },
  });
  return (
    <Page title={ACCOUNT_MESSAGES['account.notifications']}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <FormFailure failure={failure} />
        {SECTIONS.map(({ title, hint, flags }) => (
          <PageSection key={title} title={title} hint={hint}>
            <div className={css.flags} role="group" aria-label={title}>
              {flags.map(({ flag, label }) => (
                <Checkbox key={flag} isSelected={values[flag]} onChange={(isOn) => set(flag, isOn)}>
                  {label}
                </Checkbox>
              ))}
            </div>
          </PageSection>
        ))}
        <Button type="submit" tone="primary" size="l" className={css.save} disabled={!isDirty} isBusy={isBusy}>
          {ACCOUNT_MESSAGES['account.saveNotifications']}
        </Button>
      </form>
    </Page>
  );
}
