import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberBetween } from '../maths/testing/index.ts';
import { RAD_PER_DEG } from '../maths/angles.ts';
import type { UprightBox } from '../maths/box.ts';
import { isInsideBox, toBoxAxes } from '../maths/testing/index.ts';
import { enuFrame } from '../maths/geodesy.ts';
import { transformPoint } from '../maths/matrix.ts';
import { AXES } from '../maths/vector.ts';
import { boxTest } from './export-box.ts';

const side = numberBetween(0.05, 500);
const share = numberBetween(-1, 1);

it('the test of an export box in ECEF finds the points of the same box in the frame at its centre', () => {
  fc.assert(
    fc.property(
      fc.record({
        longitude: numberBetween(-180, 180),
        latitude: numberBetween(-89, 89),
        height: numberBetween(-400, 5000),
      }),
      fc.tuple(side, side, side),
      numberBetween(-360, 360),
      fc.tuple(share, share, share),
      (centre, size, degrees, shares) => {
        const { ecefFromEnu } = enuFrame(centre);
        const [centerX, centerY, centerZ] = transformPoint(ecefFromEnu, [0, 0, 0]);
        const { ecefToBox, half } = boxTest({ centerX, centerY, centerZ, sizeX: size[0], sizeY: size[1], sizeZ: size[2], degrees }); // prettier-ignore
        const box: UprightBox = { centerEnu: [0, 0, 0], size, headingRad: degrees * RAD_PER_DEG };
        const pointEnu = [shares[0] * size[0], shares[1] * size[1], shares[2] * size[2]] as const;
        const own = transformPoint(ecefToBox, transformPoint(ecefFromEnu, pointEnu));
        // A micrometre is what doubles keep of coordinates on the earth.
        const expected = toBoxAxes(box, pointEnu);
        for (const axis of AXES) expect(Math.abs(own[axis] - expected[axis])).toBeLessThan(1e-6);
        const isNearFace = AXES.some((axis) => Math.abs(Math.abs(expected[axis]) - half[axis]) < 1e-6);
        if (!isNearFace)
          expect(AXES.every((axis) => Math.abs(own[axis]) <= half[axis])).toBe(isInsideBox(box, pointEnu));
      },
    ),
  );
});
