import { PRODUCT_VERSION } from '@overlook/shared/config';
import type { InstanceInfo } from '@overlook/shared/schemas';
import type { RequestContext } from '../../context.ts';

/** What a browser must know before anybody has signed in. Single sign-on is not part of this version. */
export function describeInstance({ env }: RequestContext): InstanceInfo {
  return {
    productName: env.productName,
    version: PRODUCT_VERSION,
    ssoAvailable: false,
    features: [...env.features],
    basemapStyleUrl: env.basemapStyleUrl,
    demoAccounts: env.demo,
  };
}
