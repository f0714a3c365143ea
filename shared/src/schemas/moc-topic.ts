import { z } from 'zod';

/**
 * What the BCF topic said from which a MOC was imported, beyond the fields of a MOC; exports give it back. Texts are empty where it
 * said nothing. `selected` and `planes` are numbers of selected objects and section planes of its view.
 */
export const mocTopicSchema = z.object({
  author: z.string(),
  /** ISO dates; null for none that can be read. */
  createdAt: z.string().nullable(),
  dueDate: z.string().nullable(),
  assignedTo: z.string(),
  type: z.string(),
  priority: z.string(),
  labels: z.array(z.string()),
  selected: z.number().int(),
  planes: z.number().int(),
});

export type MocTopic = z.infer<typeof mocTopicSchema>;
