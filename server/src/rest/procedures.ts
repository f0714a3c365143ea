import type { z } from 'zod';
import type { ProcedureMeta } from '../trpc/init.ts';
import { appRouter } from '../api-router/router.ts';
import type { ProcedurePath } from './table.ts';

/** The description of a procedure. */
export interface ProcedureDescription {
  readonly type: 'query' | 'mutation' | 'subscription';
  readonly meta: ProcedureMeta & { readonly summary: string };
  readonly input: z.ZodType | null;
  readonly output: z.ZodType;
}

interface ProcedureDefinition {
  type: ProcedureDescription['type'];
  meta?: ProcedureMeta;
  inputs: z.ZodType[];
  output?: z.ZodType;
}

/** Reads a procedure's type and schemas. Throws when it lacks a summary or an output schema: the documents need both. */
export function describeProcedure(path: ProcedurePath): ProcedureDescription {
  // tRPC gives the schemas of a procedure at run time only; its type describes the calls of clients.
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: ProcedureDefinition } | undefined>;
  const definition = procedures[path]?._def;
  if (!definition) throw new Error(`There is no procedure ${path}.`);
  const { meta, output } = definition;
  if (!meta?.summary || !output) throw new Error(`${path} needs a summary and an output schema.`);
  return {
    type: definition.type,
    meta: { ...meta, summary: meta.summary },
    input: definition.inputs[0] ?? null,
    output,
  };
}
