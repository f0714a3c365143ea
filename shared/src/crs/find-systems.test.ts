import { expect, it } from 'vitest';
import { findSystems } from './find-systems.ts';

const codes = (search: string) => findSystems(search, 5).map(({ epsg }) => epsg);

it('finds systems by code, name or place, in any order of words', () => {
  expect(codes('7854')).toEqual([7854]);
  expect(codes('epsg:785')[0]).toBe(7850);
  expect(codes('zone 54 mga2020')).toEqual([]);
  expect(codes('mga 54 australia 2020')).toEqual([7854]);
  expect(codes('switzerland lv95')).toEqual([2056]);
  expect(codes('finland')[0]).toBe(3067);
  expect(codes('utm 33n wgs')).toEqual([32_633]);
  expect(codes('nowhere at all')).toEqual([]);
});

it('says where a zone is, on both sides of Greenwich and of the equator', () => {
  const placeOf = (epsg: number) => findSystems(`EPSG:${epsg}`, 1)[0]!.place;
  expect(placeOf(7854)).toBe('Australia, 138° to 144° east, south of the equator');
  expect(placeOf(32_630)).toBe('0° to 6° west, north of the equator');
  expect(placeOf(32_601)).toBe('174° to 180° west, north of the equator');
});

it('offers no more than are asked for', () => expect(findSystems('', 7)).toHaveLength(7));
