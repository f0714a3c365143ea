import { PRODUCT_VERSION } from '@overlook/shared/config';
import type { InstanceInfo } from '@overlook/shared/schemas';
import type { RequestContext } from '../../context.ts';
import { loadOrganisationSecurity } from '../organisation/security.ts';

/** Facts that a browser needs before sign-in. */
export async function describeInstance(ctx: RequestContext): Promise<InstanceInfo> {
  const { env } = ctx;
  return {
    productName: env.productName,
    publicUrl: env.publicUrl,
    version: PRODUCT_VERSION,
    ssoAvailable: (await loadOrganisationSecurity(ctx)).enableSSO,
    ssoConfigured: env.oidc !== null,
    features: [...env.features],
    basemapStyleUrl: env.basemapStyleUrl,
    demoAccounts: env.demo,
  };
}
