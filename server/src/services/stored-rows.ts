import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';

type Log = Pick<FastifyBaseLogger, 'warn'>;

const firstProblem = (error: z.ZodError): string => {
  const { path, message } = error.issues[0]!;
  return path.length > 0 ? `${path.join('.')}: ${message}` : message;
};

/**
 * The unchanged `rows` that fit `schema`. Each other row is omitted and logged, so that one row that an older version
 * or a person wrote to the database does not fail the whole list.
 */
export function readableRows<Row extends { readonly id: number | string }>(
  log: Log,
  what: string,
  schema: z.ZodType,
  rows: readonly Row[],
): Row[] {
  return rows.filter((row) => {
    const { error } = schema.safeParse(row);
    if (error) log.warn({ row: `${what} ${row.id}`, problem: firstProblem(error) }, 'a stored row is left out');
    return !error;
  });
}

/** A stored value in the schema's shape; `fallback` where it does not fit, which is logged. `what` names row and column. */
export function readableValue<Schema extends z.ZodType>(
  log: Log,
  what: string,
  schema: Schema,
  value: unknown,
  fallback: z.output<Schema>,
): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  log.warn({ row: what, problem: firstProblem(error) }, 'a stored value is not used');
  return fallback;
}
