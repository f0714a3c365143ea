import type { CadItem } from '@overlook/shared/schemas';

/** The data of an object for its row in the tree, and for its menu. */
export type TreeItem = Pick<
  CadItem,
  'id' | 'parentId' | 'name' | 'hasChildren' | 'childCount' | 'objectCount' | 'tags' | 'position'
>;
