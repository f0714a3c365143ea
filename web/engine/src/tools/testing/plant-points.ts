/** Tops of C-101 and C-102 and the crown of S-201 of the demo plant, ENU metres, and their distances in metres. */
import type { Vec3 } from '@overlook/shared/maths';

export const C101: Vec3 = [2, 17, 33.7];
export const C102: Vec3 = [14.5, 20, 44.25];
export const S201: Vec3 = [93, 12, 18];
export const C101_C102 = 16.62986770843352;
export const C102_S201 = 83.15835796839666;
