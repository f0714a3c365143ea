import { expect, it } from 'vitest';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { wholePictures } from './whole-pictures.ts';

const sizesOf = (widthPx: number, tileLevels: number) => {
  const photo = { widthPx, heightPx: widthPx / 2, tileLevels } as NearbyPhoto['photo'];
  return wholePictures({ id: 1, filename: 'a', photo }).map((url) => url.slice(url.lastIndexOf('/') + 1));
};

it('ends with the native picture if the large one has fewer pixels and there are no tiles', () => {
  expect(sizesOf(1920, 0)).toEqual(['thumb', 'large']);
  expect(sizesOf(1922, 0)).toEqual(['thumb', 'large', 'native']);
  expect(sizesOf(4096, 0)).toEqual(['thumb', 'large', 'native']);
  expect(sizesOf(8192, 5)).toEqual(['thumb', 'large']);
});
