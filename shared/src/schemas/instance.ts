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
  ssoAvailable: z.boolean(),
  features: z.array(z.enum(FEATURE_FLAGS)),
  basemapStyleUrl: z.string().nullable(),
  demoAccounts: z.boolean(),
});

export type InstanceInfo = z.infer<typeof instanceInfoSchema>;
