import {
  acceptDisclaimerOutputSchema,
  authCheckOutputSchema,
  signInInputSchema,
  signInOutputSchema,
  successSchema,
} from '@overlook/shared/schemas';
import { publicProcedure, router, signedIn } from '../../trpc/init.ts';
import { acceptDisclaimer } from './accept-disclaimer.ts';
import { check } from './check.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

export const authRouter = router({
  signIn: publicProcedure
    .meta({ summary: 'Sign in with e-mail and password.', isPublic: true })
    .input(signInInputSchema)
    .output(signInOutputSchema)
    .mutation(({ ctx, input }) => signIn(ctx, input)),
  signOut: signedIn
    .meta({ summary: 'End the session.' })
    .output(successSchema)
    .mutation(({ ctx }) => signOut(ctx)),
  check: signedIn
    .meta({ summary: 'The signed-in user and their permissions.' })
    .output(authCheckOutputSchema)
    .query(({ ctx }) => check(ctx)),
  acceptDisclaimer: signedIn
    .meta({ summary: 'Accept the legal disclaimer.' })
    .output(acceptDisclaimerOutputSchema)
    .mutation(({ ctx }) => acceptDisclaimer(ctx)),
});
