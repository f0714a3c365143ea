export { Solid } from './solid.ts';
export { figureResult, heightOf, type MeasuredHeight, type MeasuredPlane, planeOf } from './figure-result.ts';
