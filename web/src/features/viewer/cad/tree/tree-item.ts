import type { CadItem } from '@overlook/shared/schemas';

/** What a row of the object tree shows of its object, and what its menu needs. */
export type TreeItem = Pick<
  CadItem,
  'id' | 'parentId' | 'name' | 'hasChildren' | 'childCount' | 'objectCount' | 'tags' | 'position'
>;
