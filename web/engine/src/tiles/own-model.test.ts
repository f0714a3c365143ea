import { describe, expect, it } from 'vitest';
import { distance, enuFrame, type Lla, ecefFromLla, transformPoint } from '@overlook/shared/maths';
import type { OwnArchive } from '../content/archives/archive-kinds.ts';
import { madeZip } from '../content/archives/testing/made-zip.ts';
import { madeSlpk, squareAt } from '../content/i3s/testing/made-slpk.ts';
import { nodePlatform } from '../content/testing/node-platform.ts';
import { readOwnModel } from './own-model.ts';

const PLACE: Lla = { longitude: 138.5, latitude: -35, height: 30 };
const VIEW = enuFrame(PLACE).ecefFromEnu;
const CONTEXT = { upAxis: 'Y', textureSupport: [], platform: nodePlatform, signal: null } as const;

const read = (kind: OwnArchive['kind'], bytes: Uint8Array<ArrayBuffer>) =>
  readOwnModel({ id: 1, kind, file: new File([bytes], `own.${kind}`) }, VIEW, { ...CONTEXT, textureSupport: [] });
const tz = (root: object) =>
  read(
    '3tz',
    madeZip([
      {
        name: 'tileset.json',
        bytes: JSON.stringify({
          asset: { version: '1.1' },
          root: { geometricError: 1, content: { uri: 'a%201.glb' }, ...root },
        }),
      },
    ]),
  );

describe('a model in a file of the user', () => {
  it('keeps its position if it is georeferenced', async () => {
    const center = ecefFromLla({ ...PLACE, longitude: 138.51 });
    const model = await tz({ boundingVolume: { sphere: [...center, 50] } });
    expect(model.placement).toBeNull();
    expect(distance(model.centerEcef, center)).toBeLessThan(1e-6);
  });

  it('is placed in the centre of the view, with its lowest side on the visible surface, if it is in a local frame', async () => {
    const { placement, centerEcef } = await tz({ boundingVolume: { box: [100, 200, 12, 5, 0, 0, 0, 5, 0, 0, 0, 2] } });
    expect(distance(centerEcef, transformPoint(VIEW, [0, 0, 2]))).toBeLessThan(1e-6);
    expect(distance(transformPoint(placement!, [100, 200, 10]), ecefFromLla(PLACE))).toBeLessThan(1e-6);
  });

  it('of I3S is placed by the positions of its nodes', async () => {
    const center = { ...PLACE, height: 45 };
    const model = await read('slpk', madeSlpk({ nodes: [{ center, corners: squareAt(center, 0.0001) }] }));
    expect(model.placement).toBeNull();
    expect(distance(model.centerEcef, ecefFromLla(center))).toBeLessThan(1e-3);
  });

  it('is rejected with its file name if it belongs to another site or is not a tileset', async () => {
    const far = tz({ boundingVolume: { sphere: [...ecefFromLla({ ...PLACE, longitude: 10, latitude: 50 }), 50] } });
    await expect(far).rejects.toThrow(/^own\.3tz: It lies 15,\d{3} km from this site\.$/);
    await expect(tz({})).rejects.toThrow('own.3tz, tileset.json: has no root tile.');
    await expect(read('3tz', madeZip([{ name: 'tileset.json', bytes: '[' }]))).rejects.toThrow(/own\.3tz/);
  });
});
