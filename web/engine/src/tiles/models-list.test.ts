import {
  llaFromEcef,
  enuFrame,
  ecefFromLla,
  placementMatrix,
  transformDirection,
  transformPoint,
  type Mat4,
} from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { isModelsList, placedTilesets } from './models-list.ts';

const place = { longitude: 138.49, latitude: -35.08, height: 30 };
const position = ecefFromLla(place);
const local = (m: Mat4, d: [number, number, number]) =>
  transformDirection(enuFrame(place).enuFromEcef, transformDirection(m, d)).map((v) => Math.round(v * 1e9) / 1e9 + 0);

describe('placementMatrix', () => {
  it('moves the origin to the position, with axes east, north and up', () => {
    const m = placementMatrix(position, [0, 0, 0]);
    expect(llaFromEcef(transformPoint(m, [0, 0, 0])).height).toBeCloseTo(30, 6);
    expect(local(m, [1, 0, 0])).toEqual([1, 0, 0]);
    expect(local(m, [0, 0, 1])).toEqual([0, 0, 1]);
  });

  it('applies heading clockwise, then pitch to the x axis, then roll about it', () => {
    expect(local(placementMatrix(position, [Math.PI / 2, 0, 0]), [1, 0, 0])).toEqual([0, -1, 0]);
    expect(local(placementMatrix(position, [0, Math.PI / 2, 0]), [1, 0, 0])).toEqual([0, 0, 1]);
    expect(local(placementMatrix(position, [0, 0, Math.PI / 2]), [0, 1, 0])).toEqual([0, 0, 1]);
  });
});

describe('placedTilesets', () => {
  it('resolves URLs against the list and reads positions in either form', () => {
    const [x, y, z] = position;
    const list = placedTilesets(
      [
        { CesiumOptions: { url: 'a b/tileset.json' }, position: { x, y, z } },
        {
          CesiumOptions: { url: 'c/tileset.json' },
          position: [x, y, z],
          orientation: { heading: 1, pitch: 0, roll: 0 },
        },
        { CesiumOptions: { url: 'd/tileset.json' } },
      ],
      'http://here/x/models.json',
    );
    expect(list.map(({ url }) => url)).toEqual([
      'http://here/x/a%20b/tileset.json',
      'http://here/x/c/tileset.json',
      'http://here/x/d/tileset.json',
    ]);
    expect(list[0]!.placement).toEqual(placementMatrix(position, [0, 0, 0]));
    expect(list[1]!.placement).toEqual(placementMatrix(position, [1, 0, 0]));
    expect(list[2]!.placement).toBeNull();
  });

  it('names the invalid entry', () => {
    expect(() => placedTilesets({}, 'http://here/')).toThrow('models.json.models: should be an array');
    expect(() => placedTilesets([{ CesiumOptions: { url: 'a' } }, {}], 'http://here/')).toThrow(
      'models.json[1].CesiumOptions',
    );
  });

  it('recognises the file by its name', () => {
    expect(isModelsList('http://here/x/models.json')).toBe(true);
    expect(isModelsList('http://here/x/tileset.json')).toBe(false);
  });
});
