import type { CadItem } from '@overlook/shared/schemas';

/** An object of a tree without children, tags or position. */
export const aCadItem = (fields: Partial<CadItem> = {}): CadItem => ({
  id: 1,
  parentId: null,
  index: 0,
  name: 'Item',
  path: 'Item',
  batchId: null,
  hasChildren: false,
  childCount: 0,
  objectCount: 1,
  hasExternalMetadata: false,
  tags: [],
  externalTags: [],
  position: null,
  ...fields,
});
