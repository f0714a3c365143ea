export { setCrsEngines } from './engines.ts';
export { crsOfName, epsgCodesIn } from './crs-by-name.ts';
export { crsOfEpsg, utmAt } from './epsg-codes.ts';
export { isTypedSystem, namedSystem, type NamedSystem } from './named-system.ts';
export { projectionWkt } from './map-projection.ts';
export { CrsError } from './plan-system.ts';
export { type HeightDatum, openProjection, type Projection } from './projection.ts';
export { type CrsOptions, resolveCrs, type SourceCrs } from './stated-crs.ts';
export { withEllipsoidalHeights } from './wkt-system.ts';
