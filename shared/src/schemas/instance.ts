import { z } from 'zod';
import { FEATURE_FLAGS } from '../config/product.ts';

/** What a browser must know before anybody has signed in. */
export const instanceInfoSchema = z.object({
  productName: z.string(),
  /** Where this installation is reached: the beginning of addresses that are sent to others. No slash at its end. */
  publicUrl: z.string(),
  version: z.string(),
  ssoAvailable: z.boolean(),
  features: z.array(z.enum(FEATURE_FLAGS)),
  basemapStyleUrl: z.string().nullable(),
  demoAccounts: z.boolean(),
});

export type InstanceInfo = z.infer<typeof instanceInfoSchema>;
