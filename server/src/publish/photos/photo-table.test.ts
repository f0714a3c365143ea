import { describe, expect, it } from 'vitest';
import { matchRows, parsePhotoTable } from './photo-table.ts';

const HEAD = 'file,longitude,latitude,altitude,heading,pitch,roll,type,hfov';

describe('a table of photos', () => {
  it('has the values of its columns, in any order; empty cells have no value', () => {
    expect(
      parsePhotoTable(`${HEAD}\nnorth/a.jpg,138.5,-35,12.5,90,-5,1,Ground,60\r\n"b, 2.jpg",,,,,,,panosphere,\n`),
    ).toEqual([
      {
        line: 2,
        file: 'north/a.jpg',
        longitude: 138.5,
        latitude: -35,
        altitude: 12.5,
        heading: 90,
        pitch: -5,
        roll: 1,
        type: 'ground',
        hfov: 60,
      },
      { line: 3, file: 'b, 2.jpg', type: 'panosphere' },
    ]);
    expect(parsePhotoTable('\uFEFFHeading;FILE\n-12.5;.\\south\\c.jpg')).toEqual([
      { line: 2, file: 'south/c.jpg', heading: -12.5 },
    ]);
    expect(parsePhotoTable('file;longitude;latitude\na.jpg;8,6821;50,1109')).toEqual([
      { line: 2, file: 'a.jpg', longitude: 8.6821, latitude: 50.1109 },
    ]);
    expect(parsePhotoTable('file,x,y,z\na.jpg,1,-2,.5')).toEqual([{ line: 2, file: 'a.jpg', x: 1, y: -2, z: 0.5 }]);
  });

  it.each([
    ['longitude,latitude\n1,2', 'line 1', 'has no column “file”'],
    ['file,height\na,1', 'line 1', 'has the column “height”; those that are read are file, longitude'],
    ['file,pitch,pitch\na,1,2', 'line 1', 'has the column “pitch” twice'],
    [`${HEAD}\na.jpg,10,95`, 'line 2, column “latitude”', 'is 95; it lies between -90 and 90'],
    [`${HEAD}\n\na.jpg,10,"48,1"`, 'line 3, column “latitude”', 'is “48,1”, which is no number'],
    [`${HEAD}\na.jpg,10`, 'line 2, column “latitude”', 'is empty, but longitude is given'],
    [`${HEAD}\n,10,20`, 'line 2, column “file”', 'is empty'],
    [`${HEAD}\na.jpg,,,,,,,drone`, 'line 2, column “type”', 'is “drone”; types are ground, airborne, panosphere'],
    [`${HEAD}\na.jpg,1,2,3,4,5,6,ground,7,8`, 'line 2', 'has 10 cells for 9 columns'],
    ['file,heading\na.jpg,1\nb.jpg,2\na.jpg,3', 'line 4, column “file”', 'names “a.jpg”, as line 2 does'],
    ['file,longitude,latitude,x,y,z\na.jpg,1,2,3,4,5', 'line 2, column “x”', 'gives a second position'],
    ['file\n"a.jpg', 'line 2', 'quotation mark'],
  ])('that is wrong is refused by line and column: %s', (text, place, reason) => {
    expect(() => parsePhotoTable(text)).toThrow(
      expect.objectContaining({ place, reason: expect.stringContaining(reason) }),
    );
  });

  const rowsOf = (...files: string[]) => parsePhotoTable(['file', ...files].join('\n'));

  it('is matched by path, or by a name that one photo has', () => {
    const { rows, missing } = matchRows(rowsOf('a.jpg', 'north/b.jpg', 'c.jpg'), [
      'a.jpg',
      'north/a.jpg',
      'north/b.jpg',
      'south/b.jpg',
    ]);
    expect([...rows.keys()]).toEqual(['a.jpg', 'north/b.jpg']);
    expect(missing).toEqual(['c.jpg']);
  });

  it('needs a path for a name that several photos have', () => {
    expect(() => matchRows(rowsOf('b.jpg'), ['north/b.jpg', 'south/b.jpg'])).toThrow(
      expect.objectContaining({
        place: 'line 2, column “file”',
        reason: expect.stringContaining('the name of 2 photos (north/b.jpg, south/b.jpg)'),
      }),
    );
  });
});
