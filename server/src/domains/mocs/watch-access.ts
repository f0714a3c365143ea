import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import type { SignedInContext } from '../../context.ts';
import { notFound, notSignedIn } from '../../errors/app-error.ts';

/** Throws 401 when the session has ended, 404 when its user may not see the changes of the site any more. */
export async function assertMaySee(
  { access, caller }: Pick<SignedInContext, 'access' | 'caller'>,
  siteId: number,
): Promise<void> {
  if (!(await access.isLive(caller))) throw notSignedIn();
  const permissions = await access.permissions(caller.userId);
  if (!isAllowedAtSite(permissions, siteId, 'MOC:VIEW')) throw notFound(ADMIN_MESSAGES['site.unknown']);
}

/**
 * For reading that lasts: a slow client must not read on what is saved after it has lost the permission. `check` throws as
 * `assertMaySee` does; it costs nothing while nobody's access has changed.
 */
export function watchAccess(
  ctx: Pick<SignedInContext, 'access' | 'caller'>,
  siteId: number,
): { check(): Promise<void>; stop(): void } {
  let hasChanged = false;
  const stop = ctx.access.onChange(() => (hasChanged = true));
  return {
    stop,
    async check() {
      if (!hasChanged) return;
      hasChanged = false;
      await assertMaySee(ctx, siteId);
    },
  };
}
