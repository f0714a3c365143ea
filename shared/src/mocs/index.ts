export { type AreaPrism, areaPrism, cornersOf, type RingCorner } from './area-prism.ts';
export { areaProblem, type AreaRule, crossingEdges, edgeCrossedTo, isAtSite, isFlatRing } from './area-rules.ts';
export { boundingSphere, isInRing, type OrientedBox, touchOf } from './touches.ts';
