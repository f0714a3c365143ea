import { describe, expect, it } from 'vitest';
import { JsonNode } from './json-node.ts';
import { readModelsList } from './models-list.ts';

const read = (value: unknown) => readModelsList(new JsonNode(value));
const entry = (more: object = {}) => ({ CesiumOptions: { url: 'a/tileset.json' }, ...more });

describe('a list of models', () => {
  it('is an array, or an object with one', () => {
    const [inList] = read([entry()]);
    expect(inList).toEqual({ place: '[0].CesiumOptions.url', url: 'a/tileset.json', position: null, positionPlace: '[0]', orientation: null }); // prettier-ignore
    const [inObject] = read({ models: [entry()] });
    expect(inObject).toMatchObject({ place: 'models[0].CesiumOptions.url', url: 'a/tileset.json' });
  });

  it('has positions and orientations by name or, in older lists, in order', () => {
    const named = { position: { x: 1, y: 2, z: 3 }, orientation: { heading: 0.1, pitch: 0.2, roll: 0.3 } };
    const ordered = { position: [1, 2, 3], orientation: [0.1, 0.2, 0.3] };
    const [first, second] = read([entry(named), entry(ordered)]);
    for (const one of [first, second]) expect(one).toMatchObject(named);
    expect(second!.positionPlace).toBe('[1].position');
  });

  it.each([
    [[], 'document', 'lists no model.'],
    [{ models: [] }, 'models', 'lists no model.'],
    [{}, 'models', 'should be an array.'],
    [[{}], '[0].CesiumOptions', 'should be an object.'],
    [[{ CesiumOptions: {} }], '[0].CesiumOptions.url', 'is missing.'],
    [[entry({ position: { x: 1, y: 2 } })], '[0].position.z', 'is missing.'],
    [[entry({ position: [1, 2] })], '[0].position', 'should be an array of 3 numbers.'],
    [
      [entry({ orientation: { heading: '0', pitch: 0, roll: 0 } })],
      '[0].orientation.heading',
      'should be a finite number.',
    ],
  ])('%j is refused at %s', (value, place, reason) => {
    expect(() => read(value)).toThrow(expect.objectContaining({ place, reason }));
  });
});
