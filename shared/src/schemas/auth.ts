import { z } from 'zod';
import { AUTH_MESSAGES } from '../messages/auth.ts';
import { SIGN_IN_REFUSALS } from '../messages/sign-in-refusals.ts';
import { ACCOUNT_MESSAGES } from '../messages/account.ts';
import { ADMIN_MESSAGES } from '../messages/admin.ts';
import { comparedEmail, emailSchema } from './email.ts';
import { idInputSchema, lineInputSchema } from './input.ts';
import { permissionMapSchema } from './permission.ts';
import { subscriptionsSchema, userSchema } from './user.ts';

/** The answer of everything that changes something. */
export const successSchema = z.object({ status: z.literal('success') });

/** Required text, with the same sentence for "missing", "empty" and "far too long". */
const required = (sentence: string, longest = 1024) => z.string(sentence).min(1, sentence).max(longest, sentence);

/** Sign-in (specification §7). The e-mail is compared as it is stored; its form is not checked here. */
export const signInInputSchema = z.object({
  email: z
    .string('Email address is required')
    .overwrite(comparedEmail)
    .min(1, 'Email address is required')
    .max(320, 'Email address is required'),
  password: z.string('Password is required').min(1, 'Password is required').max(1024, 'Password is required'),
});

/** A person is signed in. */
export const signedInAnswerSchema = successSchema.extend({ user: userSchema, token: z.string() });

/**
 * The answer to a correct password: the session, or a challenge that `/auth/two_factor` takes with a code, or a
 * challenge for setting up the second factor first, where the organisation requires it.
 */
export const signInAnswerSchema = z.discriminatedUnion('status', [
  signedInAnswerSchema,
  z.object({ status: z.literal('two_factor'), challenge: z.string() }),
  z.object({ status: z.literal('enrol_two_factor'), challenge: z.string() }),
]);

export type SignedInAnswer = z.infer<typeof signedInAnswerSchema>;
export type SignInAnswer = z.infer<typeof signInAnswerSchema>;

export const authCheckOutputSchema = z.object({ user: userSchema, permissions: permissionMapSchema });

/** A change of the caller's own account answers with the changed account. */
export const userAnswerSchema = successSchema.extend({ user: userSchema });

const requestEmailSchema = z.string(AUTH_MESSAGES['auth.emailInvalid']).pipe(emailSchema);

export const forgotPasswordInputSchema = z.object({ email: requestEmailSchema });

export const resetPasswordInputSchema = z.object({
  email: requestEmailSchema,
  password: required(AUTH_MESSAGES['auth.passwordRequired']),
  passwordResetToken: required(SIGN_IN_REFUSALS['auth.resetLinkDead']),
});

/** Changing one's own password (specification §5, §7). */
export const setPasswordInputSchema = z
  .object({
    oldPassword: required(AUTH_MESSAGES['auth.passwordRequired']),
    newPassword: required(ACCOUNT_MESSAGES['account.newPasswordRequired']),
    confirmNewPassword: required(ACCOUNT_MESSAGES['account.newPasswordRequired']),
  })
  .refine((form) => form.newPassword === form.confirmNewPassword, {
    message: ACCOUNT_MESSAGES['account.newPasswordMismatch'],
    path: ['confirmNewPassword'],
  });

/**
 * The caller's own account. Clients send more user data; only the fields that people may change themselves are used.
 */
export const updateAccountInputSchema = z.object({
  firstName: lineInputSchema(ADMIN_MESSAGES['user.firstNameRequired']),
  lastName: lineInputSchema(ADMIN_MESSAGES['user.lastNameRequired']),
  data: z
    .object({
      recipients: z.array(emailSchema).max(100).exactOptional(),
      subscriptions: subscriptionsSchema.exactOptional(),
    })
    .optional(),
});

const code = required(AUTH_MESSAGES['auth.codeRequired'], 64);
const challenge = required(SIGN_IN_REFUSALS['auth.challengeDead'], 128);

/** A code is that of the authenticator app, or a recovery code. */
export const twoFactorInputSchema = z.object({ challenge, code });

/** The data for setting up an authenticator app; `qr` is an SVG as a data URL. */
export const enrolTwoFactorOutputSchema = successSchema.extend({
  secret: z.string(),
  otpauthUri: z.string(),
  qr: z.string(),
});

export const enrolAtSignInInputSchema = z.object({ challenge });
export const confirmTwoFactorInputSchema = z.object({ code });

/** They are shown once; each works once in place of a code. */
const recoveryCodes = z.array(z.string());
export const confirmTwoFactorOutputSchema = successSchema.extend({ recoveryCodes });
export const confirmAtSignInOutputSchema = signedInAnswerSchema.extend({ recoveryCodes });

export const disableTwoFactorInputSchema = z.object({
  password: required(AUTH_MESSAGES['auth.passwordRequired']),
  code,
});

/** The ticket that the return from the identity provider has given. */
export const exchangeInputSchema = z.object({ id: idInputSchema, token: challenge });

/** The caller's own sessions; dates in ISO form. `device` reads "Firefox on Windows". */
export const ownSessionsOutputSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      device: z.string().nullable(),
      address: z.string().nullable(),
      createdAt: z.string(),
      lastUsedAt: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
});

export const endSessionInputSchema = z.object({ id: z.uuid() });
