import type { Checks } from '@overlook/shared/schemas';
import { type CheckParts, runChecks } from '../domains/instance/checks/run-checks.ts';
import { systemClock } from '../services/clock.ts';
import { createHealthProbes } from '../services/health/health-probes.ts';

/** The checks of an installation: as its server makes them, whose probes these are, or for a process that answers nobody. */
export function checkOf({
  healthProbes,
  ...parts
}: Omit<CheckParts, 'clock' | 'healthProbes'> & Partial<Pick<CheckParts, 'healthProbes'>>): () => Promise<Checks> {
  const probes = healthProbes ?? createHealthProbes(parts.env, parts.filesDir, systemClock);
  return () => runChecks({ ...parts, healthProbes: probes, clock: systemClock });
}
