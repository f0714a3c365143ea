import { useState } from 'react';
import { AUTH_MESSAGES } from '@overlook/shared/messages';
import { api } from '../../api/client.ts';

/** Where the server sends the browser on to the identity provider. */
const SSO_ADDRESS = '/api/auth/sso';

type Outcome = 'idle' | 'unavailable' | 'off' | 'unreachable';

const ALERTS = {
  unavailable: { title: AUTH_MESSAGES['auth.ssoUnavailableTitle'], text: AUTH_MESSAGES['auth.ssoUnavailable'] },
  off: { title: AUTH_MESSAGES['auth.ssoOffTitle'], text: AUTH_MESSAGES['auth.ssoOff'] },
} as const;

/** Navigates to the identity provider, or reports that this instance has none or that it is switched off. */
export function useSingleSignOn() {
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const start = async () => {
    setOutcome('idle');
    try {
      // Requested again at each press: an operator may have set it up since the page was opened.
      const { ssoAvailable, ssoConfigured } = await api.instance.info.query();
      if (ssoAvailable) location.assign(SSO_ADDRESS);
      else setOutcome(ssoConfigured ? 'off' : 'unavailable');
    } catch {
      setOutcome('unreachable');
    }
  };
  return {
    start: () => void start(),
    dismiss: () => setOutcome('idle'),
    /** Why it cannot be used; null where nobody has asked, or it can. */
    alert: outcome === 'unavailable' || outcome === 'off' ? ALERTS[outcome] : null,
    error: outcome === 'unreachable' ? AUTH_MESSAGES['auth.unreachable'] : null,
  };
}
