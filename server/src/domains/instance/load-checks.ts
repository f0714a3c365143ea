import type { Checks } from '@overlook/shared/schemas';
import type { Services } from '../../context.ts';
import { runChecks } from './checks/run-checks.ts';

/** What is wrong with this installation, as its running server finds it. */
export const loadChecks = (services: Services): Promise<Checks> =>
  services.healthProbes.checks(() => runChecks(services));
