import { add, scale, type Vec3 } from '@overlook/shared/maths';
import type { MocArea } from '@overlook/shared/schemas';

/** The mean of the corners of an area, ECEF metres. */
export const middleOfArea = ({ points }: Pick<MocArea, 'points'>): Vec3 =>
  scale(
    points.reduce<Vec3>((sum, { x, y, z }) => add(sum, [x, y, z]), [0, 0, 0]),
    1 / points.length,
  );
