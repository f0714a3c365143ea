import { z } from 'zod';
import { FEATURE_FLAGS } from '../config/product.ts';

/** Facts that a browser needs before sign-in. */
export const instanceInfoSchema = z.object({
  productName: z.string(),
  /**
   * The public address of this installation: the beginning of addresses that are sent to other people. It has no slash
   * at its end.
   */
  publicUrl: z.string(),
  version: z.string(),
  /** People can sign in at an identity provider now. */
  ssoAvailable: z.boolean(),
  /** The operator has set up an identity provider; the organisation may have switched it off. */
  ssoConfigured: z.boolean(),
  features: z.array(z.enum(FEATURE_FLAGS)),
  basemapStyleUrl: z.string().nullable(),
  demoAccounts: z.boolean(),
});

export type InstanceInfo = z.infer<typeof instanceInfoSchema>;
