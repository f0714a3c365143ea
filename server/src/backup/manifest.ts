import { z } from 'zod';

/** Bytes of a file or a table, in objects of at most 1 GiB. */
const bytesSchema = z.object({
  sizeBytes: z.number().int().nonnegative(),
  /** SHA-256 of each object, hexadecimal; none for no bytes. */
  parts: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
});

const tableSchema = bytesSchema.extend({
  name: z.string(),
  rows: z.number().int().nonnegative(),
  /** As in `TableContent` of the database package. */
  digest: z.string(),
});

const fileSchema = bytesSchema.extend({
  /** Below `DATA_DIR`, with `/`: `files/models/…`, `layers/…`. */
  path: z.string(),
  /** Unix milliseconds. */
  modifiedMs: z.number(),
});

const columnSchema = z.object({ name: z.string(), type: z.string() });

const layoutSchema = z.object({
  migrations: z.number().int(),
  lastMigration: z.string(),
  tables: z
    .array(
      z.object({ name: z.string(), columns: z.array(columnSchema).readonly(), key: z.array(z.string()).readonly() }),
    )
    .readonly(),
  sequences: z.array(z.string()).readonly(),
});

/** One backup: everything that belongs to it, by hashes. It is written last. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** When its state of the database was read, ISO 8601; also its name. */
  at: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  version: z.string(),
  database: z.object({
    kind: z.enum(['pglite', 'postgres']),
    layout: layoutSchema,
    /** Rows as JSON lines, compressed with gzip. */
    tables: z.array(tableSchema),
    sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  }),
  files: z.array(fileSchema),
  /** Where the files were, without credentials. */
  storage: z.string(),
  /** Tells whether a key is the one with which secrets in the database are encrypted; null where none was made yet. */
  secretKeyFingerprint: z.string().nullable(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type StoredBytes = z.infer<typeof bytesSchema>;
export type StoredFile = z.infer<typeof fileSchema>;

/** The hashes of all objects that a backup needs. */
export function* partsOf({ database, files }: Manifest): Generator<string> {
  for (const { parts } of database.tables) yield* parts;
  for (const { parts } of files) yield* parts;
}

export const filesBytes = ({ files }: Pick<Manifest, 'files'>): number =>
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
