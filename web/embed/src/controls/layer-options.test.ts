import { describe, expect, it } from 'vitest';
import { layerOptions, layerToShow, secondLayerToShow } from './layer-options.ts';

const permissions = {
  0: { 'VIEW:SHADED': true },
  5: { 'VIEW:TEXTURED': true, 'VIEW:POINTCLOUD': true, 'VIEW:CAD': false },
};

describe('the layer selector', () => {
  const options = layerOptions(5, permissions, [1, 3]);

  it('offers available layers, dims missing and forbidden ones, in its order', () => {
    expect(options.map(({ type, availability }) => [type.label, availability])).toEqual([
      ['Textured', 'ready'],
      ['Shaded', 'missing'],
      ['Point Cloud', 'ready'],
      ['Project Layer', 'forbidden'],
    ]);
  });

  it('keeps the current layer while it exists', () => expect(layerToShow(options, 1)).toBe(1));
  it('takes the first available one when the current one is missing', () => expect(layerToShow(options, 2)).toBe(3));
  it('takes the first available one when none was chosen', () => expect(layerToShow(options, null)).toBe(3));
  it('shows none when there is none', () => expect(layerToShow(layerOptions(5, permissions, []), 3)).toBeNull());
  it('never shows a forbidden layer', () => expect(layerToShow(layerOptions(5, permissions, [4]), 4)).toBeNull());
});

describe('the layer of the second side', () => {
  const options = layerOptions(5, permissions, [1, 3]);

  it('is the chosen one', () => expect(secondLayerToShow(options, 1, 3)).toBe(1));
  it('is not the one of the first side', () => expect(secondLayerToShow(options, 3, 3)).toBe(1));
  it('is also that where it has several captures', () => {
    expect(secondLayerToShow(options, 3, 3, true)).toBe(3);
    expect(secondLayerToShow(options, null, 3, true)).toBe(1);
    expect(secondLayerToShow(layerOptions(5, permissions, [3]), null, 3, true)).toBe(3);
  });
  it('is another one when the chosen one is missing', () => expect(secondLayerToShow(options, 2, 1)).toBe(3));
  it('is none where there is one layer', () => {
    expect(secondLayerToShow(layerOptions(5, permissions, [3]), null, 3)).toBeNull();
  });
});
