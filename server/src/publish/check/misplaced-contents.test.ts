import { enuFrame } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { aB3dm, aRoot, aTileset, UNIT_BOX } from '../testing/made-tiles.ts';
import { refusalOf, walkFiles } from '../testing/walked-files.ts';

const PLACE = Array.from(enuFrame({ longitude: 10, latitude: 50, height: 100 }).ecefFromEnu);
const moved = (x: number, z = 0) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, z, 1];
/** From the place to the centre of the earth, and far above it. */
const CENTRE = moved(0, -6_378_000);
const SKY = moved(0, 900_000);

const tile = (transform: number[], uri: string, more: object = {}) => ({
  boundingVolume: UNIT_BOX,
  geometricError: 0,
  transform,
  content: { uri },
  ...more,
});
/** Three tiles at the place, and others. */
const filesWith = (others: object[], transform: number[] | undefined = PLACE) => {
  const children = [...[0, 1, 2].map((i) => tile(moved(10 * i), 'here.b3dm')), ...others];
  return {
    'tileset.json': aTileset(aRoot({ content: undefined, transform, children })),
    'here.b3dm': aB3dm(),
    'stray.b3dm': aB3dm(),
    'more.json': aTileset(aRoot({ transform: undefined, content: { uri: 'stray.b3dm' } })),
  };
};
const walked = async (files: ReturnType<typeof filesWith>) => {
  const warnings: string[] = [];
  const found = await walkFiles(files, { onWarning: (text) => warnings.push(text) });
  const [json] = found.edited.values();
  return { ...found, warnings, json: json && JSON.parse(Buffer.from(json).toString()) };
};

describe('a content that cannot be where it is', () => {
  it.each([
    ['at the centre of the earth', CENTRE, 'lies nowhere on the Earth, which other contents of the tileset do.'],
    ['far above it', SKY, 'lies nowhere on the Earth: 900 km above the ground.'],
  ])('is named and left out: %s', async (_, transform, reason) => {
    const { facts, extent, edited, json, warnings } = await walked(filesWith([tile(transform, 'stray.b3dm')]));
    expect(warnings).toEqual([`tileset.json, root.children[3].content.uri: “stray.b3dm” ${reason} It is left out.`]);
    expect([...edited.keys()]).toEqual(['tileset.json']);
    expect(json.root.children[3]).not.toHaveProperty('content');
    expect([facts.contents.b3dm, facts.tiles]).toEqual([3, 5]);
    expect(extent.georeference()!.ground).toMatchObject({ height: expect.closeTo(100, 1) });
  });

  it('is left out of a list, with what readers without lists are to read', async () => {
    const contents = [{ uri: 'stray.b3dm' }];
    const { json, facts } = await walked(filesWith([tile(SKY, 'stray.b3dm', { contents })]));
    expect(Object.keys(json.root.children[3])).toEqual(['boundingVolume', 'geometricError', 'transform']);
    expect(facts.contents.b3dm).toBe(3);
  });

  it('is left out of a further tileset, and of one that has to be placed', async () => {
    const files = filesWith([tile(moved(0, 6_400_000), 'more.json')], moved(0));
    const { edited, json, warnings, extent } = await walked(files);
    expect(warnings).toEqual([
      expect.stringMatching(/^more\.json, root\.content\.uri: “stray\.b3dm” lies .* left out\.$/),
    ]);
    expect([...edited.keys()]).toEqual(['more.json']);
    expect(json.root).not.toHaveProperty('content');
    expect(extent.georeference()).toBeNull();
  });

  it('refuses the tileset where there are more of them than a few', async () => {
    expect(await refusalOf(filesWith([tile(SKY, 'stray.b3dm'), tile(SKY, 'stray.b3dm')]))).toContain('900 km above');
  });
});
