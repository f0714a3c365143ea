import { PRODUCT_VERSION } from '@overlook/shared/config';
import type { InstanceStatus } from '@overlook/shared/schemas';
import type { Services } from '../../../context.ts';

/** The process that answers. The embedded database takes one process only; a server may have many that know not each other. */
export function serverStatus({ env, clock }: Pick<Services, 'env' | 'clock'>): InstanceStatus['server'] {
  return {
    version: PRODUCT_VERSION,
    nodeVersion: process.version,
    platform: `${process.platform} ${process.arch}`,
    startedAt: new Date(clock.now().getTime() - process.uptime() * 1000).toISOString(),
    memoryBytes: process.memoryUsage.rss(),
    processes: env.databaseUrl === null ? 1 : null,
  };
}
