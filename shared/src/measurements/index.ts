export {
  type FigureResult,
  figureResult,
  heightOf,
  type MeasuredHeight,
  type MeasuredPlane,
  type MeasuredPoint,
  planeOf,
} from './figure-result.ts';
