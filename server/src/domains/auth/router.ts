import { z } from 'zod';
import {
  authCheckOutputSchema,
  confirmAtSignInOutputSchema,
  confirmTwoFactorInputSchema,
  confirmTwoFactorOutputSchema,
  disableTwoFactorInputSchema,
  endSessionInputSchema,
  enrolAtSignInInputSchema,
  enrolTwoFactorOutputSchema,
  exchangeInputSchema,
  forgotPasswordInputSchema,
  idInputSchema,
  ownSessionsOutputSchema,
  resetPasswordInputSchema,
  setPasswordInputSchema,
  signedInAnswerSchema,
  signInAnswerSchema,
  signInInputSchema,
  successSchema,
  twoFactorInputSchema,
  updateAccountInputSchema,
  userAnswerSchema,
} from '@overlook/shared/schemas';
import { publicProcedure, router, signedIn, withPermission } from '../../trpc/init.ts';
import { acceptDisclaimer, check, updateAccount } from './account/account.ts';
import { endOtherSessions, endSession, listSessions, signOut } from './session/sessions.ts';
import { forgotPassword, sendResetTo } from './password/forgotten-password.ts';
import { resetPassword, setPassword } from './password/set-password.ts';
import { signIn } from './session/sign-in.ts';
import { exchange } from './sso/exchange.ts';
import { confirmAtSignIn, confirm, enrolAtSignIn, enrol } from './two-factor/enrolment.ts';
import { disable } from './two-factor/disable.ts';
import { secondStep } from './two-factor/second-step.ts';

export const authRouter = router({
  signIn: publicProcedure
    .meta({ summary: 'Sign in with e-mail and password.', isPublic: true })
    .input(signInInputSchema)
    .output(signInAnswerSchema)
    .mutation(({ ctx, input }) => signIn(ctx, input)),
  signOut: signedIn
    .meta({ summary: 'End the session.', isOpenBeforeDisclaimer: true })
    .output(successSchema)
    .mutation(({ ctx }) => signOut(ctx)),
  check: signedIn
    .meta({ summary: 'The signed-in user and their permissions.', isOpenBeforeDisclaimer: true })
    .output(authCheckOutputSchema)
    .query(({ ctx }) => check(ctx)),
  acceptDisclaimer: signedIn
    .meta({ summary: 'Accept the legal disclaimer.', isOpenBeforeDisclaimer: true })
    .output(userAnswerSchema)
    .mutation(({ ctx }) => acceptDisclaimer(ctx)),

  forgotPassword: publicProcedure
    .meta({ summary: 'Ask for a mail with a link to set a new password.', isPublic: true })
    .input(forgotPasswordInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => forgotPassword(ctx, input)),
  resetPassword: publicProcedure
    .meta({ summary: 'Set a new password with the link of a reset mail.', isPublic: true })
    .input(resetPasswordInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  sendPasswordReset: withPermission('USERS:UPDATE')
    .meta({ summary: 'Mail a user a link to set a new password.' })
    .input(z.object({ id: idInputSchema }))
    .output(successSchema)
    .mutation(({ ctx, input }) => sendResetTo(ctx, input)),
  setPassword: signedIn
    .meta({ summary: 'Change your own password; your other sessions end.' })
    .input(setPasswordInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => setPassword(ctx, input)),
  updateAccount: signedIn
    .meta({ summary: 'Change your own name and preferences.' })
    .input(updateAccountInputSchema)
    .output(userAnswerSchema)
    .mutation(({ ctx, input }) => updateAccount(ctx, input)),

  twoFactor: publicProcedure
    .meta({ summary: 'The second step of signing in: a code, or a recovery code.', isPublic: true })
    .input(twoFactorInputSchema)
    .output(signedInAnswerSchema)
    .mutation(({ ctx, input }) => secondStep(ctx, input)),
  enrolAtSignIn: publicProcedure
    .meta({ summary: 'Begin to set up the second factor that the organisation requires.', isPublic: true })
    .input(enrolAtSignInInputSchema)
    .output(enrolTwoFactorOutputSchema)
    .mutation(({ ctx, input }) => enrolAtSignIn(ctx, input)),
  confirmAtSignIn: publicProcedure
    .meta({
      summary: 'Finish setting up the second factor that the organisation requires, and sign in.',
      isPublic: true,
    })
    .input(twoFactorInputSchema)
    .output(confirmAtSignInOutputSchema)
    .mutation(({ ctx, input }) => confirmAtSignIn(ctx, input)),
  enrolTwoFactor: signedIn
    .meta({ summary: 'Begin to set up your second factor.' })
    .output(enrolTwoFactorOutputSchema)
    .mutation(({ ctx }) => enrol(ctx)),
  confirmTwoFactor: signedIn
    .meta({ summary: 'Switch your second factor on with a first code; returns the recovery codes once.' })
    .input(confirmTwoFactorInputSchema)
    .output(confirmTwoFactorOutputSchema)
    .mutation(({ ctx, input }) => confirm(ctx, input)),
  disableTwoFactor: signedIn
    .meta({ summary: 'Switch your second factor off.' })
    .input(disableTwoFactorInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => disable(ctx, input)),

  exchange: publicProcedure
    .meta({ summary: 'Exchange the ticket of a single sign-on for a session.', isPublic: true })
    .input(exchangeInputSchema)
    .output(signInAnswerSchema)
    .mutation(({ ctx, input }) => exchange(ctx, input)),

  sessions: signedIn
    .meta({ summary: 'Your own sessions, with device and last use.' })
    .output(ownSessionsOutputSchema)
    .query(({ ctx }) => listSessions(ctx)),
  endSession: signedIn
    .meta({ summary: 'End one of your own sessions.' })
    .input(endSessionInputSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => endSession(ctx, input)),
  endOtherSessions: signedIn
    .meta({ summary: 'End all your other sessions.' })
    .output(successSchema)
    .mutation(({ ctx }) => endOtherSessions(ctx)),
});
