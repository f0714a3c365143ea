export { type AreaPrism, areaPrism, cornersOf, type RingCorner } from './area-prism.ts';
export { areaProblem, type AreaRule, crossingEdges, edgeCrossedTo, isAtSite } from './area-rules.ts';
export { boundingSphere, type OrientedBox, touchOf } from './touches.ts';
