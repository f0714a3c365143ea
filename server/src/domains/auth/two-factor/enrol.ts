import type { z } from 'zod';
import type { enrolTwoFactorOutputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../../context.ts';
import { ownRow } from '../own-row.ts';
import { beginEnrolment } from './enrolment.ts';

/** Begins switching on the caller's second factor. Throws 409 when it is on. */
export async function enrol(ctx: SignedInContext): Promise<z.input<typeof enrolTwoFactorOutputSchema>> {
  return beginEnrolment(ctx, await ownRow(ctx));
}
