import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { testMail } from '../../services/mail/mail-templates.ts';
import { ownRow } from '../auth/session/verified-user.ts';

/** Puts a test mail to the caller into the queue, to show whether mails are sent. */
export async function sendTestMail(ctx: SignedInContext): Promise<{ status: 'success' }> {
  const { email } = await ownRow(ctx);
  const content = testMail({ productName: ctx.env.productName, at: ctx.clock.now() });
  await ctx.db.transaction(async (tx) => {
    await ctx.mail.add(tx, { to: email, content });
    await recordDone(tx, ctx, { action: 'instance.sendTestMail' });
  });
  return { status: 'success' };
}
