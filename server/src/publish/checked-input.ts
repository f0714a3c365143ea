import type { z } from 'zod';
import { invalid } from '../errors.ts';

/** The input in the schema's shape. Throws `AppError` INVALID_INPUT with the first thing that is wrong. */
export function checkedInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw invalid(path.length > 0 ? `${path.join('.')}: ${message}` : message);
}
