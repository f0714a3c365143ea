/** What only tests write: a GLB of any JSON and bytes. The product builds its own by `GlbBuilder`. */
export { ELEMENT_SIZES } from '../component-types.ts';
export { writeGlb } from '../write-glb.ts';
