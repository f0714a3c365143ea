import type { z } from 'zod';
import type { enrolAtSignInInputSchema, enrolTwoFactorOutputSchema } from '@overlook/shared/schemas';
import type { RequestContext } from '../../../context.ts';
import { challenged } from './challenge.ts';
import { beginEnrolment } from './enrolment.ts';

/** Begins switching on the second factor of somebody who may not sign in without one. */
export async function enrolAtSignIn(
  ctx: RequestContext,
  { challenge }: z.output<typeof enrolAtSignInInputSchema>,
): Promise<z.input<typeof enrolTwoFactorOutputSchema>> {
  return beginEnrolment(ctx, await challenged(ctx, challenge));
}
