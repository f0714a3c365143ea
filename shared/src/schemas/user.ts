import { z } from 'zod';
import { idSchema } from './site.ts';

/** The four notification flags (specification §3), all off until chosen. */
export const subscriptionsSchema = z.object({
  featuresEmail: z.boolean().default(false),
  featuresSMS: z.boolean().default(false),
  pointGrabEmail: z.boolean().default(false),
  pointGrabSMS: z.boolean().default(false),
});

export type Subscriptions = z.infer<typeof subscriptionsSchema>;

/** What a user carries besides its columns; `lastActive` is an ISO date. */
export const userDataSchema = z.object({
  lastActive: z.string().nullable().default(null),
  recipients: z.array(z.string()).default([]),
  agreedToDisclaimer: z.boolean().default(false),
  security: z.object({ enable2FA: z.boolean().default(false) }).prefault({}),
  subscriptions: subscriptionsSchema.prefault({}),
});

export type UserData = z.infer<typeof userDataSchema>;

/** A role or team as it stands in a list of another entity. */
export const namedReferenceSchema = z.object({ id: idSchema, displayName: z.string() });

/** A user as sent to clients. There is no password in it, hashed or otherwise. */
export const userSchema = z.object({
  id: idSchema,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  disabled: z.boolean(),
  archived: z.boolean(),
  ssoTid: z.string().nullable(),
  ssoSub: z.string().nullable(),
  roleList: z.array(namedReferenceSchema),
  teamList: z.array(namedReferenceSchema),
  data: userDataSchema,
});

export type User = z.infer<typeof userSchema>;
