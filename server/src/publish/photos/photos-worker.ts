import sharp from 'sharp';
import { forEachInParallel } from '../in-parallel.ts';
import { serveLimited } from '../../process/limited-work.ts';
import type { PhotosProgress, PhotosRequest } from './photos-process.ts';
import { readPhoto } from './read-photo.ts';
import { readPicture } from './read-picture.ts';
import { openSeaSurfaces } from './sea-surfaces.ts';

serveLimited<PhotosRequest, PhotosProgress>(async ({ photos, folder, atOnce, rules }, onProgress) => {
  // Several photos at once use the cores better than several threads for one.
  sharp.concurrency(1);
  sharp.cache(false);
  const known = new Set(rules.known);
  const surfaces = openSeaSurfaces(rules.gridFolders);
  await forEachInParallel(photos, atOnce, async ({ found, row, filename, picture }) => {
    onProgress({ name: found.name, outcome: null }, 'at once');
    const outcome = picture
      ? await readPicture(picture, { folder, filename, origin: rules.origin })
      : await readPhoto(found, row, { folder, filename, rules: { ...rules, known, surfaces } });
    onProgress({ name: found.name, outcome }, 'at once');
  });
  return null;
});
