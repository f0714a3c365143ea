import { letOthersRun } from '@overlook/db';
import type { z } from 'zod';

/**
 * The schema of an answer, as it is, that checks the rows of its lists one after another and lets other requests run in between.
 * For answers that are an object with long lists. Throws the error of the first row that does not fit.
 */
export function slicedOutput<Schema extends z.ZodObject>(schema: Schema): Schema {
  const lists = Object.entries(schema.shape).flatMap(([name, field]) =>
    field._zod.def.type === 'array' ? [[name, (field as unknown as z.ZodArray<z.ZodType>).element] as const] : [],
  );
  // The names are those of this schema, which its type cannot tell.
  const others = schema.omit(Object.fromEntries(lists.map(([name]) => [name, true])) as never);
  const parseAsync = async (value: Record<string, unknown>) => {
    const checked: Record<string, unknown> = others.parse(value);
    for (const [name, element] of lists) {
      const rows: unknown[] = [];
      for (const row of value[name] as readonly unknown[]) {
        rows.push(element.parse(row));
        await letOthersRun();
      }
      checked[name] = rows;
    }
    return checked;
  };
  return Object.assign(Object.create(schema) as Schema, { parseAsync });
}

/** The schema of an answer whose parts were checked when they were read, for many readers at once: it is not checked again. */
export const checkedOutput = <Schema extends z.ZodType>(schema: Schema): Schema =>
  Object.assign(Object.create(schema) as Schema, { parseAsync: async (value: unknown) => value });
