import { describe, expect, it } from 'vitest';
import { CrsError } from './plan-system.ts';
import { nameOf } from './read-wkt.ts';
import { withEllipsoidalHeights, withHeightsOf, wktSystem } from './wkt-system.ts';

const ZONE = `PROJCS["Zone 33",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],
  PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],UNIT["metre",1],
  AUTHORITY["EPSG","32633"]]`;
const vertical = (type: number, name = 'Height', unit = 'UNIT["foot",0.3048]') =>
  `VERT_CS["${name}",VERT_DATUM["Datum",${type}],${unit},AXIS["Up",UP]]`;
const compound = (...parts: string[]) => `COMPD_CS["Both",${parts.join(',')}]`;

describe('the plan and the heights of a WKT text', () => {
  it('are those of a system alone, whose heights are not stated', () => {
    const { plan, epsg, heights } = wktSystem(ZONE);
    expect([nameOf(plan), epsg, heights]).toEqual([
      'Zone 33',
      32_633,
      { datum: null, vertical: null, metresPerUnit: null },
    ]);
  });

  it.each([
    [
      'of the sea',
      vertical(2005),
      { datum: 'orthometric', vertical: { epsg: null, name: 'Height' }, metresPerUnit: 0.3048 },
    ],
    ['of the ellipsoid, by the type', vertical(2002), { datum: 'ellipsoidal', vertical: null, metresPerUnit: 0.3048 }],
    [
      'of the ellipsoid, by the name',
      vertical(2005, 'Ellipsoid height'),
      { datum: 'ellipsoidal', vertical: null, metresPerUnit: 0.3048 },
    ],
    [
      'without a unit',
      vertical(2005, 'Height', 'UNIT["none",0]'),
      { datum: 'orthometric', vertical: { epsg: null, name: 'Height' }, metresPerUnit: null },
    ],
  ])('are both parts of a compound system: heights %s', (_, part, heights) => {
    const system = wktSystem(compound(ZONE, part));
    expect([system.epsg, system.heights]).toEqual([32_633, heights]);
  });

  it('of three axes has ellipsoidal heights in the unit of the third', () => {
    const axes =
      'AXIS["e",east,LENGTHUNIT["metre",1]],AXIS["n",north,LENGTHUNIT["metre",1]],AXIS["h",up,LENGTHUNIT["foot",0.3048]]';
    expect(wktSystem(`PROJCRS["Zone",CS[Cartesian,3],${axes}]`).heights).toEqual({
      datum: 'ellipsoidal',
      vertical: null,
      metresPerUnit: 0.3048,
    });
  });

  it('are found in a system that comes with a transformation', () => {
    const bound = `BOUNDCRS[SOURCECRS[${ZONE}],TARGETCRS[GEOGCRS["WGS 84"]],ABRIDGEDTRANSFORMATION["shift"]]`;
    expect(wktSystem(bound).epsg).toBe(32_633);
    expect(wktSystem(compound(bound, vertical(2005))).heights.datum).toBe('orthometric');
  });

  it.each([
    ['GEOCCS["Earth"]'],
    ['GEODCRS["Earth",CS[Cartesian,3],AXIS["x",geocentricX],AXIS["y",geocentricY],AXIS["z",geocentricZ]]'],
  ])('%.24s… has no heights of their own, but is ellipsoidal', (wkt) => {
    expect(wktSystem(wkt).heights).toEqual({ datum: 'ellipsoidal', vertical: null, metresPerUnit: null });
  });

  it.each([
    [vertical(2005), 'is “VERT_CS”, which has no place on the earth.'],
    ['LOCAL_CS["Site"]', 'is “LOCAL_CS”, which has no place on the earth.'],
    [compound(vertical(2005), ZONE), 'is “COMPD_CS”, which has no place on the earth.'],
    ['PROJCS["a"', 'is a WKT text that cannot be read at character 11.'],
  ])('%.20s… is refused', (wkt, message) => {
    expect(() => wktSystem(wkt)).toThrow(CrsError);
    try {
      wktSystem(wkt);
    } catch (error) {
      expect((error as Error).message).toContain(message);
    }
  });
});

describe('a WKT text with ellipsoidal heights', () => {
  it('has the same plan, its unit for heights, and does not change again', () => {
    const stated = withEllipsoidalHeights(
      ZONE.replace('Zone 33', 'Zone ""33""').replace('UNIT["metre",1]', 'UNIT["foot",0.3048]'),
    );
    const { plan, epsg, heights } = wktSystem(stated);
    expect([nameOf(plan), epsg, heights]).toEqual([
      'Zone "33"',
      32_633,
      { datum: 'ellipsoidal', vertical: null, metresPerUnit: 0.3048 },
    ]);
    expect(withEllipsoidalHeights(stated)).toBe(stated);
  });

  it('replaces heights above the sea', () => {
    const stated = withEllipsoidalHeights(compound(ZONE, vertical(2005)));
    expect(wktSystem(stated).heights).toEqual({ datum: 'ellipsoidal', vertical: null, metresPerUnit: 1 });
  });

  it('is the same text where it is not WKT 1', () => {
    const wkt = 'PROJCRS["Zone",CS[Cartesian,2],AXIS["e",east],AXIS["n",north]]';
    expect(withEllipsoidalHeights(wkt)).toBe(wkt);
  });
});

describe('a WKT text with heights of a system', () => {
  const AHD = { name: 'AHD', epsg: 5711 };

  it('names them, with their code where they are in metres, and does not change again', () => {
    const stated = withHeightsOf(AHD, ZONE);
    expect(wktSystem(stated).heights).toEqual({
      datum: 'orthometric',
      vertical: { epsg: 5711, name: 'AHD height' },
      metresPerUnit: 1,
    });
    expect(withHeightsOf({ name: 'NAP', epsg: 5709 }, stated)).toBe(stated);
    const inFeet = withHeightsOf(AHD, ZONE.replace('UNIT["metre",1]', 'UNIT["foot",0.3048]'));
    expect(wktSystem(inFeet).heights).toEqual({
      datum: 'orthometric',
      vertical: { epsg: null, name: 'AHD height' },
      metresPerUnit: 0.3048,
    });
  });
});
