import type { z } from 'zod';

/** The first sentence for each field that a schema refuses; empty when it takes the values. */
export function schemaErrors(schema: z.ZodType, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values);
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) errors[String(path[0] ?? '')] ??= message;
  return errors;
}
