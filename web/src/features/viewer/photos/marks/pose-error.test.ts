import { expect, it } from 'vitest';
import { enuFrame, transformPoint } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { errorThrough, poseError } from './pose-error.ts';

const { ecefFromEnu } = enuFrame({ longitude: 138.4931, latitude: -35.079, height: 41 });
const POINT = { pointEcef: transformPoint(ecefFromEnu, [0, 80, 0]), errorMetres: 0.01 };
const photo = (changes: Partial<NearbyPhoto['photo']>) =>
  ({
    pois: [{ longitude: 138.4931, latitude: -35.079, altitude: 41 }],
    photo: { isPoseMeasured: true, anglesSource: 'file', accuracyM: 0.02, ...changes },
  }) as NearbyPhoto;

it('counts the direction: a place known to centimetres, and a gimbal, are more than a metre off at 80 m', () => {
  expect(errorThrough(photo({}), POINT)).toBeCloseTo(1.397, 3);
  expect(errorThrough(photo({ anglesSource: 'table' }), POINT)).toBeCloseTo(0.141, 3);
  expect(errorThrough(photo({ isPoseMeasured: false, accuracyM: null }), POINT)).toBeGreaterThan(15);
});

it('takes the error of a receiver without corrections where the file states none, and nothing for a table', () => {
  expect(poseError(photo({ accuracyM: null })).positionM).toBe(5);
  expect(poseError(photo({ accuracyM: null, anglesSource: 'table' })).positionM).toBeNull();
});
