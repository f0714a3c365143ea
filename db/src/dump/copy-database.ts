import type { Db } from '../db.ts';
import { loadDatabase } from './load.ts';
import { ContentSum, type TableContent, withSnapshot } from './snapshot.ts';

/**
 * Copies all rows into a migrated, empty database, of the same kind or another, and compares each table. Resolves to
 * their contents by name. Throws `LoadRefusedError`.
 */
export const copyDatabase = (
  from: Db,
  to: Db,
  onRows?: (count: number) => void,
): Promise<ReadonlyMap<string, TableContent>> =>
  withSnapshot(from, async ({ layout, pieces, sequences }) => {
    const contents = new Map<string, TableContent>();
    await loadDatabase(
      to,
      {
        layout,
        async *lines(table) {
          const sum = new ContentSum();
          for await (const piece of pieces(table)) {
            sum.add(piece);
            yield piece.lines;
          }
          contents.set(table.name, sum.content);
        },
        sequences,
        contents: async () => contents,
      },
      onRows,
    );
    return contents;
  });
