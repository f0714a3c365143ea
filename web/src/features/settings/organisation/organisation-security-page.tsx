import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AUTH_MESSAGES, securityChange, ACCOUNT_MESSAGES, ORGANISATION_MESSAGES } from '@overlook/shared/messages';
import type { OrganisationPeople, OrganisationSecurity } from '@overlook/shared/schemas';
import { useInstanceInfo } from '../../../api/catalogue.ts';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { AlertDialog } from '../../../ui/dialog/alert-dialog.tsx';
import { LoadedPage } from '../../../ui/page/loaded-page.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { showToast } from '../../../state/toasts.ts';
import css from './organisation.module.css';

const TITLE = ORGANISATION_MESSAGES['organisation.organisationSecurity'];

/** How the organisation's people sign in (specification §2 "/settings/organisation/security"). */
export function OrganisationSecurityPage() {
  const query = useQuery(procedures.organisation.security.queryOptions(undefined, { staleTime: 0 }));
  return (
    <LoadedPage title={TITLE} query={query} failedTitle={ACCOUNT_MESSAGES['organisation.fetchFailed']}>
      {(answer) => <Switches {...answer} />}
    </LoadedPage>
  );
}

type Setting = keyof OrganisationSecurity;

interface SwitchesProps {
  security: OrganisationSecurity;
  people: OrganisationPeople;
}

function Switches({ security, people }: SwitchesProps) {
  const [isRefused, setRefused] = useState(false);
  const [asked, setAsked] = useState<{ setting: Setting; isOn: boolean } | null>(null);
  // Until it is known, the server decides.
  const isSsoConfigured = useInstanceInfo()?.ssoConfigured ?? true;
  const canChange = useAllowed('USERS:UPDATE');
  const save = useMutation(
    procedures.organisation.setSecurity.mutationOptions({
      meta: { failureText: ACCOUNT_MESSAGES['account.updateFailed'] },
      onSuccess: () => showToast(ACCOUNT_MESSAGES['organisation.updated'], 'success'),
      onSettled: () => queryClient.invalidateQueries(procedures.organisation.security.queryFilter()),
    }),
  );
  const ask = (setting: Setting) => (isOn: boolean) => setAsked({ setting, isOn });
  // The requested value is shown immediately; it returns to the old one when it was refused.
  const shown = save.isPending ? save.variables : security;
  return (
    <Page title={TITLE}>
      <div className={css.switches}>
        <Switch
          label={ORGANISATION_MESSAGES['organisation.twoFactorAuthentication']}
          hint={ORGANISATION_MESSAGES['organisation.allUsersNeedSecond']}
          isOn={shown.enable2FA}
          isDisabled={!canChange}
          onChange={ask('enable2FA')}
        />
        <Switch
          label={ORGANISATION_MESSAGES['organisation.singleSignOn']}
          hint={ORGANISATION_MESSAGES['organisation.peopleSignOrganisationsIdentity']}
          isOn={shown.enableSSO}
          isDisabled={!canChange}
          onChange={(isOn) => {
            if (isOn && !isSsoConfigured) setRefused(true);
            else ask('enableSSO')(isOn);
          }}
        />
        {shown.enableSSO && (
          <Switch
            label={ORGANISATION_MESSAGES['organisation.createUsersSingleSign']}
            hint={ORGANISATION_MESSAGES['organisation.unknownPeopleWhoArrive']}
            isOn={shown.createUsersBySSO ?? false}
            isDisabled={!canChange}
            onChange={ask('createUsersBySSO')}
          />
        )}
      </div>
      {asked && (
        <ConfirmDialog
          {...securityChange(asked.setting, asked.isOn, people)}
          onConfirm={() => {
            setAsked(null);
            save.mutate({ ...security, [asked.setting]: asked.isOn });
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {isRefused && (
        <AlertDialog
          title={AUTH_MESSAGES['auth.ssoUnavailableTitle']}
          text={AUTH_MESSAGES['auth.ssoUnavailable']}
          onClose={() => setRefused(false)}
        />
      )}
    </Page>
  );
}
