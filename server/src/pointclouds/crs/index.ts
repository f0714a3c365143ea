/** Coordinate systems of point clouds, with the engines of the server. */
import proj4 from 'proj4';
import { setCrsEngines } from '@overlook/shared/crs';
import { egm96ToEllipsoid } from './geoid.ts';

setCrsEngines({ proj4, egm96ToEllipsoid });

export {
  CrsError,
  crsOfEpsg,
  crsOfName,
  type CrsOptions,
  epsgCodesIn,
  type GridPatch,
  type HeightDatum,
  heightSurface,
  isWithinPatch,
  openProjection,
  type Projection,
  resolveCrs,
  type SourceCrs,
  type SystemGrids,
  utmAt,
  type VerticalSystem,
  withEllipsoidalHeights,
  withHeightsOf,
} from '@overlook/shared/crs';
