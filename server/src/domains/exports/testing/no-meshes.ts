import type { CropStores } from '../crop-stores.ts';

const notWanted = () => Promise.reject(new Error('No meshes are wanted.'));

/** For exports of point clouds alone. */
export const NO_MESHES: Pick<CropStores, 'meshes' | 'meshIndexes'> = {
  meshes: { clip: notWanted, assemble: notWanted, cut: notWanted, plot: notWanted },
  meshIndexes: { withIndex: notWanted },
};
