import { z } from 'zod';
import { PASSWORD_LONGEST, PASSWORD_SHORTEST } from '../config/limits.ts';
import { ADMIN_MESSAGES } from '../messages/admin.ts';
import { emailSchema } from './email.ts';
import { flagInputSchema, idInputSchema, idListInputSchema, lineInputSchema } from './input.ts';
import { pageInputSchema } from './page.ts';
import { idSchema } from './site.ts';

/** The four notification flags (specification §3), all off until chosen. */
export const subscriptionsSchema = z.object({
  featuresEmail: z.boolean().default(false),
  featuresSMS: z.boolean().default(false),
  pointGrabEmail: z.boolean().default(false),
  pointGrabSMS: z.boolean().default(false),
});

export type Subscriptions = z.infer<typeof subscriptionsSchema>;

/** The data of a user besides its columns; `lastActive` is an ISO date. */
export const userDataSchema = z.object({
  lastActive: z.string().nullable().default(null),
  recipients: z.array(z.string()).default([]),
  agreedToDisclaimer: z.boolean().default(false),
  security: z.object({ enable2FA: z.boolean().default(false) }).prefault({}),
  subscriptions: subscriptionsSchema.prefault({}),
});

export type UserData = z.infer<typeof userDataSchema>;

/** A role or team in a list of another entity. */
export const namedReferenceSchema = z.object({ id: idSchema, displayName: z.string() });

/** A user as sent to clients. It has no password, hashed or otherwise. */
export const userSchema = z.object({
  id: idSchema,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  disabled: z.boolean(),
  /** ISO date since when; null while enabled. */
  disabledOn: z.string().nullable(),
  archived: z.boolean(),
  /** ISO date. */
  createdAt: z.string(),
  /** Clients send it back with a save, which is refused when another person has saved since. */
  version: z.number().int(),
  ssoTid: z.string().nullable(),
  ssoSub: z.string().nullable(),
  roleList: z.array(namedReferenceSchema),
  teamList: z.array(namedReferenceSchema),
  data: userDataSchema,
});

export type User = z.infer<typeof userSchema>;

/** A person in a list of another entity. */
export const personReferenceSchema = userSchema.pick({ id: true, firstName: true, lastName: true, email: true });

export type PersonReference = z.infer<typeof personReferenceSchema>;

const userFields = {
  firstName: lineInputSchema(ADMIN_MESSAGES['user.firstNameRequired']),
  lastName: lineInputSchema(ADMIN_MESSAGES['user.lastNameRequired']),
  email: z
    .string(ADMIN_MESSAGES['user.emailRequired'])
    .trim()
    .min(1, ADMIN_MESSAGES['user.emailRequired'])
    .pipe(emailSchema),
  /** Without this list a new user holds none, and an existing user keeps theirs. */
  roleList: idListInputSchema.optional(),
  teamList: idListInputSchema.optional(),
};

interface PasswordPair {
  readonly password?: string | undefined;
  readonly passwordConfirmation?: string | undefined;
}

/** Whether the confirmation matches; a client without a confirmation field sends none (specification §7). */
const isConfirmed = ({ password, passwordConfirmation }: PasswordPair) =>
  passwordConfirmation === undefined || passwordConfirmation === (password ?? '');
const isLongEnough = ({ password }: PasswordPair) => !password || password.length >= PASSWORD_SHORTEST;
const tooShort = { path: ['password'], message: ADMIN_MESSAGES['user.passwordShort'] };
const mismatch = { path: ['passwordConfirmation'], message: ADMIN_MESSAGES['user.passwordMismatch'] };

/**
 * A new user (specification §5, §7). Common passwords and the e-mail itself are refused by the operation. With `isInvited` the password
 * may be absent: the user sets the first one by the link of the welcome mail.
 */
export const createUserInputSchema = z
  .object({
    ...userFields,
    isInvited: flagInputSchema.default(false),
    password: z.string(ADMIN_MESSAGES['user.passwordRequired']).max(PASSWORD_LONGEST).optional(),
    passwordConfirmation: z.string().optional(),
  })
  .refine(({ isInvited, password }) => isInvited || password, {
    path: ['password'],
    message: ADMIN_MESSAGES['user.passwordRequired'],
    // Together with what is wrong in other fields.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .refine(isLongEnough, tooShort)
  .refine(isConfirmed, mismatch);

/** An edited user: an absent or empty password keeps the old one. */
export const updateUserInputSchema = z
  .object({
    id: idInputSchema,
    version: idInputSchema.optional(),
    ...userFields,
    password: z.string().max(PASSWORD_LONGEST).optional(),
    passwordConfirmation: z.string().optional(),
  })
  .refine(isLongEnough, tooShort)
  .refine(isConfirmed, mismatch);

/** The four notification flags of a user; an absent one does not change. */
export const notificationsInputSchema = z.object({
  id: idInputSchema,
  featuresEmail: flagInputSchema.optional(),
  featuresSMS: flagInputSchema.optional(),
  pointGrabEmail: flagInputSchema.optional(),
  pointGrabSMS: flagInputSchema.optional(),
});

/** Filters of the users list: archived people are listed only on request. */
export const USER_STATUSES = ['all', 'enabled', 'disabled', 'archived'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];

export const userPageInputSchema = pageInputSchema([
  'name',
  'email',
  'role',
  'team',
  'lastActive',
  'createdAt',
  'status',
  'match',
]).extend({ status: z.enum(USER_STATUSES).default('all') });

export const userPageOutputSchema = z.object({
  users: z.array(userSchema),
  /** The number of users that fit the search and the status. */
  total: z.number().int(),
  /** The number of users that fit the search, by status; `all` counts the enabled and the disabled. */
  counts: z.record(z.enum(USER_STATUSES), z.number().int()),
});
