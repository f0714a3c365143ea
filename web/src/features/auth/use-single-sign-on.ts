import { useState } from 'react';
import { AUTH_MESSAGES } from '@overlook/shared/messages';
import { api } from '../../api/client.ts';

/** Where the server sends the browser on to the identity provider. */
const SSO_ADDRESS = '/api/auth/sso';

type Outcome = 'idle' | 'unavailable' | 'unreachable';

/** Navigates to the identity provider, or reports that this instance has none. */
export function useSingleSignOn() {
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const start = async () => {
    setOutcome('idle');
    try {
      // Requested again at each press: an operator may have set it up since the page was opened.
      const { ssoAvailable } = await api.instance.info.query();
      if (ssoAvailable) location.assign(SSO_ADDRESS);
      else setOutcome('unavailable');
    } catch {
      setOutcome('unreachable');
    }
  };
  return {
    start: () => void start(),
    dismiss: () => setOutcome('idle'),
    isUnavailable: outcome === 'unavailable',
    error: outcome === 'unreachable' ? AUTH_MESSAGES['auth.unreachable'] : null,
  };
}
