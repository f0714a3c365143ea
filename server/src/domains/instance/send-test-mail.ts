import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { testLetter } from '../../services/mail/letters.ts';
import { ownRow } from '../auth/own-row.ts';

/** Puts a mail to the caller into the queue: how far it comes shows whether mails go out. */
export async function sendTestMail(ctx: SignedInContext): Promise<{ status: 'success' }> {
  const { email } = await ownRow(ctx);
  const letter = testLetter({ productName: ctx.env.productName, at: ctx.clock.now() });
  await ctx.db.transaction(async (tx) => {
    await ctx.mail.add(tx, { to: email, letter });
    await recordDone(tx, ctx, { action: 'instance.sendTestMail' });
  });
  return { status: 'success' };
}
