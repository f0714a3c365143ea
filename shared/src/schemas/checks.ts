import { z } from 'zod';

/** Something that a check of the installation has found. Its sentences have no secrets. */
const checkFindingSchema = z.object({
  /** For programs, like `proxy.untrusted`. */
  code: z.string(),
  /** `failure`: does not work, or people are at risk. `warning`: works, and will not always. `advice`: could be better. */
  level: z.enum(['failure', 'warning', 'advice']),
  /** What is wrong. */
  problem: z.string(),
  /** What to do. */
  remedy: z.string(),
});

export type CheckFinding = z.infer<typeof checkFindingSchema>;

/** All findings, failures first; none where everything is well. */
export const checksSchema = z.object({ at: z.string(), findings: z.array(checkFindingSchema) });

export type Checks = z.infer<typeof checksSchema>;
