import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../errors/failure.ts';
import { ImportRefusedError } from '../errors/import-refused.ts';
import type { Arguments } from './command.ts';
import { assertNoMoreArguments, onlySlug, siteDelete, siteImport, siteList } from './site-commands.ts';
import { siteCrs } from './site-crs-command.ts';

let workingDir: string;
beforeAll(async () => {
  workingDir = await mkdtemp(path.join(tmpdir(), 'overlook-typed-'));
  for (const name of ['tiles', 'a.ifc', 'b.ifc', 'weights.csv', 'photos', 'photos.csv', 'scan.las'])
    await writeFile(path.join(workingDir, name), '');
});
afterAll(() => rm(workingDir, { recursive: true }));

const inputOf = (options: Arguments['options'], positionals = ['north-plant']) =>
  siteImport.toInput({ options, positionals, workingDir });
const at = (name: string) => path.join(workingDir, name);

describe('overlook site import', () => {
  it('asks for layers by absolute paths, because the server has another working directory', () => {
    expect(inputOf({ textured: 'tiles', cad: ['a.ifc', './b.ifc'], properties: ['weights.csv'] })).toEqual({
      slug: 'north-plant',
      layers: { textured: at('tiles'), cad: [at('a.ifc'), at('b.ifc')] },
      properties: at('weights.csv'),
    });
  });

  it('passes only the options that are given', () => {
    const options = { points: 'scan.las', crs: 'EPSG:7854', altitudes: 'orthometric', name: 'North', description: '' };
    expect(inputOf({ ...options, replace: true, 'replace-position': true })).toEqual({
      slug: 'north-plant',
      layers: { points: at('scan.las') },
      crs: 'EPSG:7854',
      altitudes: 'orthometric',
      name: 'North',
      description: '',
      replace: true,
      replacePosition: true,
    });
  });

  it('says what a part of a cloud replaces', () => {
    const within = '11.5, 48.1,11.6,48.2';
    expect(inputOf({ points: 'scan.las', part: true, onto: '2026-03', within })).toEqual({
      slug: 'north-plant',
      layers: { points: at('scan.las') },
      part: true,
      onto: '2026-03',
      within: [
        [11.5, 48.1],
        [11.6, 48.2],
      ],
    });
    for (const wrong of ['11.5,48.1', '1,2,3,4,5', '1,2,3,', '48,111,49,11'])
      expect(() => inputOf({ points: 'scan.las', part: true, within: wrong }), wrong).toThrow(UsageError);
    expect(() => inputOf({ points: 'scan.las', within })).toThrow('--onto and --within need --part.');
    expect(() => inputOf({ textured: 'tiles', part: true })).toThrow('--part needs --points.');
  });

  it('may import photos alone, with their table', () => {
    expect(inputOf({ photos: 'photos', 'photo-table': 'photos.csv', anywhere: true })).toEqual({
      slug: 'north-plant',
      layers: {},
      photos: at('photos'),
      photoTable: at('photos.csv'),
      anywhere: true,
    });
  });

  it.each([
    ['138.5,-34.9,30', { longitude: 138.5, latitude: -34.9, height: 30 }],
    [' 138.5 , -34.9, 30, 90', { longitude: 138.5, latitude: -34.9, height: 30, headingDeg: 90 }],
    ['-180,90,-12.5,-45', { longitude: -180, latitude: 90, height: -12.5, headingDeg: -45 }],
  ])('places at %s', (typed, place) => {
    expect(inputOf({ cad: 'a.ifc', at: typed })).toMatchObject({ at: place });
  });

  it.each([
    ['138.5,-34.9', '--at takes longitude,latitude,height'],
    ['138.5,,30', '--at takes longitude,latitude,height'],
    ['138.5,-34.9,30,0,0', '--at takes longitude,latitude,height'],
    ['138.5,-34.9,x', '--at takes longitude,latitude,height'],
    ['180.5,0,0', 'the longitude first'],
    // Latitude first.
    ['-34.9,138.5,30', 'the longitude first'],
  ])('does not place at %s', (typed, reason) => {
    expect(() => inputOf({ cad: 'a.ifc', at: typed })).toThrow(UsageError);
    expect(() => inputOf({ cad: 'a.ifc', at: typed })).toThrow(reason);
  });

  it.each<[Arguments['options'], string]>([
    [{}, 'Give at least one of --textured, --shaded, --points, --cad, --photos.'],
    [{ textured: '' }, '--textured takes a path.'],
    [{ textured: 'tiles', properties: ['weights.csv'] }, '--properties needs --cad'],
    [{ textured: 'a', crs: 'EPSG:7854' }, '--crs needs --points or --cad.'],
    [{ points: 'scan.las', altitudes: 'sea' }, '--altitudes takes ellipsoidal or orthometric.'],
    [{ textured: 'a', altitudes: 'ellipsoidal' }, '--altitudes needs --photos, --points or --cad.'],
    [{ cad: 'a.ifc', 'photo-table': 'photos.csv' }, '--photo-table and --anywhere need --photos.'],
  ])('%j is refused', (options, reason) => {
    expect(() => inputOf(options)).toThrow(UsageError);
    expect(() => inputOf(options)).toThrow(reason);
  });

  it.each<Arguments['options']>([
    { textured: 'nowhere' },
    { cad: ['a.ifc', 'nowhere'] },
    { cad: 'a.ifc', properties: ['nowhere'] },
    { photos: 'nowhere' },
    { photos: 'photos', 'photo-table': 'nowhere' },
  ])('%j names a path that does not exist', (options) => {
    expect(() => inputOf(options)).toThrow(ImportRefusedError);
    expect(() => inputOf(options)).toThrow(`${at('nowhere')}: does not exist.`);
  });

  it('leaves a file of a kind that cannot be read to the import, which says which can be', () => {
    expect(inputOf({ points: 'nowhere.xyz' })).toMatchObject({ layers: { points: at('nowhere.xyz') } });
  });

  it('with --detach prints the id of the job', () => {
    expect(siteImport.describe({ job: { id: 'abc' } } as never)).toBe('abc');
  });
});

describe('a slug', () => {
  it.each(['a', 'north-plant', '2-b-3', 'x'.repeat(64)])('may be %s', (slug) => {
    expect(onlySlug([slug])).toBe(slug);
  });

  it.each(['', 'North', 'north--plant', '-a', 'a-', 'a_b', 'ä', 'x'.repeat(65)])('may not be %j', (slug) => {
    expect(() => onlySlug([slug])).toThrow(`“${slug}” is no slug`);
  });

  it.each([[[]], [['a', 'b']]])('is one word, not %j', (positionals) => {
    expect(() => onlySlug(positionals)).toThrow('Give one slug');
  });
});

it('overlook site list has a line for each site, its names below each other', () => {
  const sites = [
    { slug: 'a', name: 'A', layers: [{ layer: 'textured' }, { layer: 'cad' }], photos: 3 },
    { slug: 'north-plant', name: 'North', layers: [], photos: 0 },
  ];
  expect(siteList.describe({ sites } as never).split('\n')).toEqual([
    'a            textured cad photos  A',
    'north-plant  –  North',
  ]);
  expect(siteList.describe({ sites: [] } as never)).toBe('There are no sites.');
});

it('overlook site crs sets, takes back or prints the coordinate system', () => {
  const read = (...positionals: string[]) => siteCrs.toInput({ options: {}, positionals, workingDir });
  expect(read('north-plant')).toEqual({ slug: 'north-plant' });
  expect(read('north-plant', '7854')).toEqual({ slug: 'north-plant', system: 'EPSG:7854' });
  expect(read('north-plant', 'none')).toEqual({ slug: 'north-plant', system: null });
  expect(() => read('north-plant', 'MGA')).toThrow('“MGA” is no code of the EPSG registry');
  expect(() => read('north-plant', 'none', 'more')).toThrow('“more” is not expected here');
  expect(() => read()).toThrow('Give one slug');
  expect(siteCrs.describe({ site: { slug: 'a', system: 'EPSG:7854' } } as never)).toBe('a: EPSG:7854');
  expect(siteCrs.describe({ site: { slug: 'a', system: null } } as never)).toContain('no coordinate system');
});

it('overlook site delete asks about the site that it names', () => {
  const args = { options: {}, positionals: ['north-plant'], workingDir };
  expect(siteDelete.toInput(args)).toEqual({ slug: 'north-plant' });
  expect(siteDelete.confirm!(args)).toBe('Delete the site “north-plant” with all its data?');
});

it('a command without arguments refuses the first one', () => {
  expect(assertNoMoreArguments([])).toEqual({});
  expect(() => assertNoMoreArguments(['x', 'y'])).toThrow('“x” is not expected here.');
});
