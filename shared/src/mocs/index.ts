export { type AreaPrism, areaPrism, type AreaShape, cornersOf, type RingCorner } from './area-prism.ts';
export {
  type AreaProblem,
  areaProblem,
  type AreaRule,
  crossingEdges,
  edgeCrossedTo,
  isAtSite,
  isFlatRing,
} from './area-rules.ts';
export { boundingSphere, type OrientedBox, type Touch, touchOf } from './touches.ts';
