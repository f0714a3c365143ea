import { z } from 'zod';

/** Who has saved a user, a role or a team last, and when: forms that are open ask for it. */
export const lastSaveSchema = z.object({
  version: z.number().int(),
  /** Person's name; null when the account is gone. */
  by: z.string().nullable(),
  /** ISO date. */
  at: z.string(),
});

export type LastSave = z.infer<typeof lastSaveSchema>;
