import type { InstanceStatus } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../../context.ts';
import { databaseStatus } from './database-status.ts';
import { jobsStatus } from './jobs-status.ts';
import { known } from './known.ts';
import { mailStatus } from './mail-status.ts';
import { serverStatus } from './server-status.ts';
import { ssoStatus } from './sso-status.ts';
import { storageStatus } from './storage-status.ts';

/** How this installation is. What cannot be learnt in time is told as such and keeps nothing else waiting. */
export async function loadStatus(ctx: SignedInContext): Promise<InstanceStatus> {
  const [database, storage, mail, jobs, sso] = await Promise.all([
    known(databaseStatus(ctx)),
    known(storageStatus(ctx)),
    known(mailStatus(ctx)),
    known(jobsStatus(ctx)),
    ssoStatus(ctx),
  ]);
  return { at: ctx.clock.now().toISOString(), server: serverStatus(ctx), database, storage, mail, jobs, sso };
}
