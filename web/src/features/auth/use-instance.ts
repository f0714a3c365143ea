import { useEffect, useState } from 'react';
import { PRODUCT_NAME, PRODUCT_VERSION } from '@overlook/shared/config';
import { api } from '../../api/client.ts';

export interface LoginInstance {
  productName: string;
  version: string;
}

const UNKNOWN: LoginInstance = { productName: PRODUCT_NAME, version: PRODUCT_VERSION };

/** The facts about this instance for the login screen; the product's own names until the server has answered. */
export function useInstance(): LoginInstance {
  const [instance, setInstance] = useState(UNKNOWN);
  useEffect(() => {
    const stop = new AbortController();
    api.instance.info.query(undefined, { signal: stop.signal }).then(setInstance, () => {
      // The form works without it, and signing in shows whether the server can be reached.
    });
    return () => stop.abort();
  }, []);
  return instance;
}
