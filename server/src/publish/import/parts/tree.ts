import type { CheckedTree } from '../../object-tree/check-tree.ts';
import { assignTree, removeTree, type StoredTree, storeTree, sweepTrees } from '../../object-tree/store-tree.ts';
import { makeWorkFolder, type WorkFolder } from '../../store/work-folder.ts';
import { sourcesOf } from '../../import-request.ts';
import { checkCadTree } from '../check-request.ts';
import type { ImportPart, ImportWork } from '../import-part.ts';

/** The object tree of the CAD layer, which replaces the one that the layer had. */
export function treePart(work: ImportWork): ImportPart {
  const { request, surroundings, converted } = work;
  const { db, signal, onProgress } = surroundings;
  /** For the data of property files about the tree's items. */
  let folder: WorkFolder | null = null;
  let checked: CheckedTree | null = null;
  let stored: StoredTree | null = null;
  return {
    async prepare() {
      if (sourcesOf(request.properties).length > 0) folder = await makeWorkFolder(surroundings);
      checked = await converted.inLayer('cad', () =>
        checkCadTree(request, work.checked, folder?.folder ?? null, surroundings),
      );
    },
    async store() {
      const tree = checked;
      if (!tree) return;
      const onItems = (done: number, total: number) => onProgress({ phase: 'storing tree', layer: 'cad', done, total });
      stored = await converted.inLayer('cad', () => storeTree(db, tree, { signal, onItems }));
      work.tree = stored.facts;
    },
    async register(tx) {
      for (const { id, layer } of work.captures) if (layer === 'cad') await assignTree(tx, id, stored?.id ?? null);
    },
    async withdraw() {
      await folder?.remove();
      if (stored) await removeTree(db, stored.id);
    },
    async settle() {
      await folder?.remove();
      await sweepTrees(db).catch(() => undefined);
    },
  };
}
