import { RECORD_BYTES, RECORD_WORDS } from '../../../pointclouds/record.ts';
import { packRecord } from '../../../pointclouds/store/node-columns.ts';
import { openPointStore } from '../../../pointclouds/store/open-store.ts';
import { DamagedStoreError } from '../../../pointclouds/store/damaged-store-error.ts';
import type { StoreNode } from '../../../pointclouds/store/store-index.ts';
import { ImportRefusedError } from '../../../errors/import-refused.ts';
import type { CloudSource } from '../formats/point-source.ts';

/** Records that are given at once. */
const BATCH = 65_536;

/** The points of an exact store as a source of a build, a part a node. They come in the order in which equal nodes are written again. Throws `ImportRefusedError`. */
export async function openStoreSource(folder: string, name: string): Promise<CloudSource> {
  const store = await openPointStore(folder).catch((error: unknown) => refuse(name, error));
  const pointsOf = (node: StoreNode) => {
    try {
      return store.readNode(node);
    } catch (error) {
      return refuse(name, error);
    }
  };
  const { points, scale, offset, gpsTimes } = store.description;
  return {
    facts: {
      grid: { scale, offset },
      points,
      parts: store.nodes.length,
      fields: { gpsTime: gpsTimes },
      warnings: [],
      isCheapToReread: false,
    },
    async read(from, to, sink) {
      const words = new Int32Array(BATCH * RECORD_WORDS);
      const bytes = new Uint8Array(words.buffer);
      for (const node of store.nodes.slice(from, to)) {
        const columns = pointsOf(node);
        for (let start = 0; start < node.points; start += BATCH) {
          const count = Math.min(BATCH, node.points - start);
          for (let i = 0; i < count; i++) packRecord(columns, start + i, words, i);
          sink(bytes.subarray(0, count * RECORD_BYTES), count);
        }
      }
    },
    close: async () => store.close(),
  };
}

function refuse(name: string, error: unknown): never {
  if (!(error instanceof DamagedStoreError)) throw error;
  throw new ImportRefusedError(
    name,
    '',
    `has exact points that cannot be read: ${error.message} Import the whole cloud again, without --part.`,
  );
}
