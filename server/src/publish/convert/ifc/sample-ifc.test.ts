import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  RAD_PER_DEG,
  type Lla,
  llaFromEcef,
  enuFrame,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import { hasSampleFile, sampleFile } from '../../testing/sample-data.ts';
import type { CadModel, CadValue } from '../cad-model.ts';
import { readIfc } from './read-ifc.ts';
import { boxOfModel, childNames, classCounts, itemNamed, triangleCount } from './testing/model-facts.ts';

const ARCHITECTURE = 'ifc/Duplex_A_20110907.ifc';
const ELECTRICAL = 'ifc/Duplex_Electrical_20121207.ifc';
const UTM = 'ifc/geographic-referencing-utm.ifc';

/** Groups that a pattern finds in the attributes of all lines of a class, by line number. */
function linesOf(text: string, type: string, attributes: RegExp): Map<string, string[]> {
  const lines = text.matchAll(new RegExp(`^(#\\d+)= *${type}\\((.*)\\);\\r?$`, 'gm'));
  return new Map([...lines].map(([, id, body]) => [id!, attributes.exec(body!)!.slice(1)]));
}

/**
 * Whether a property, in any unit, has the value of the file: numbers, .T. and .F., and texts without surrounding
 * blanks.
 */
function hasValue(tab: Readonly<Record<string, CadValue>>, property: string, written: string | undefined): boolean {
  return Object.entries(tab).some(([name, value]) => {
    if (name !== property && !name.startsWith(`${property} (`)) return false;
    if (written === undefined) return value === null;
    if (written.startsWith('.')) return value === (written === '.T.');
    if (typeof value === 'number') return value === Number(written);
    return value === written.slice(1, -1).trim() || written.includes('\\');
  });
}

const read = (name: string): Promise<CadModel> => readIfc(sampleFile(name), () => {});

describe.skipIf(!hasSampleFile(ARCHITECTURE))('Duplex_A_20110907.ifc', () => {
  let model: CadModel;
  beforeAll(async () => {
    model = await read(ARCHITECTURE);
  });

  test('has all products but the openings, in their places', () => {
    expect(model.name).toBe('Duplex_A_20110907');
    expect(model.warnings).toEqual([]);
    expect(model.tree.names).toHaveLength(1 + 295 - 50);
    expect(classCounts(model)).toMatchObject({
      IfcWallStandardCase: 56,
      IfcFurnishingElement: 61,
      IfcSpace: 21,
      IfcBuildingStorey: 4,
    });
    expect(model.tree.names.slice(0, 3)).toEqual(['0001 Duplex Apartment', 'Default', 'IfcBuilding #36']);
    expect(childNames(model, 2)).toEqual(['T/FDN', 'Level 1', 'Level 2', 'Roof']);
  });

  test('lists parents before their children', () => {
    expect(model.tree.parents[0]).toBe(-1);
    expect(model.tree.parents.every((parent, index) => parent < index)).toBe(true);
  });

  test('has the triangles of everything but spaces, each shape once', () => {
    expect(triangleCount(model)).toBe(26_774);
    expect(model.geometries.length).toBeLessThan(model.parts.length);
    const space = itemNamed(model, 'A101 Foyer');
    expect(model.parts.some(({ item }) => item === space)).toBe(false);
  });

  test('has colours, and the transparency of glass', () => {
    const colours = new Set(model.parts.map(({ colour }) => colour.join()));
    expect(colours).toContain('145,112,90,255');
    expect(colours).toContain('0,128,192,26');
  });

  test('gives properties with their units', () => {
    const wall = model.tree.details(itemNamed(model, 'Basic Wall:Foundation - Concrete (417mm):140479'));
    expect(wall).toMatchObject({ guid: '2O2Fr$t4X7Zf8NOew3FK80', tags: ['140479'] });
    expect(wall.properties).toMatchObject({
      Item: { Class: 'IfcWallStandardCase', Tag: '140479', Layer: 'A-WALL-MBNI' },
      Pset_WallCommon: { LoadBearing: true, ExtendToStructure: false, IsExternal: true },
      PSet_Revit_Dimensions: { 'Length (m)': 8.383000000000003, 'Area (m²)': 11, 'Volume (m³)': 4.587000000000002 },
      Material: { Material: 'Concrete - Cast In Situ', 'Layer 1': 'Concrete - Cast In Situ, 0.417 m' },
    });
    const space = model.tree.details(itemNamed(model, 'A101 Foyer'));
    expect(space.properties['GSA Space Areas']).toEqual({ 'GSA BIM Area (m²)': 17.93623674999977 });
    const door = model.tree.details(itemNamed(model, 'M_Single-Flush:1250mm x 2010mm:1250mm x 2010mm:146596'));
    expect(door.properties['Item']).toMatchObject({ 'OverallHeight (m)': 2.009999999999999, 'OverallWidth (m)': 1.25 });
  });

  test('has no position on the earth: the latitude of a template does not count', () => {
    expect(model.toEcef).toBeNull();
  });
});

describe.skipIf(!hasSampleFile(ELECTRICAL))('Duplex_Electrical_20121207.ifc', () => {
  let model: CadModel;
  beforeAll(async () => {
    model = await read(ELECTRICAL);
  });

  test('has its elements by class, in its storeys', () => {
    expect(classCounts(model)).toEqual({
      IfcProject: 1,
      IfcSite: 1,
      IfcBuilding: 1,
      IfcBuildingStorey: 3,
      IfcSpace: 1,
      IfcFlowTerminal: 82,
      IfcFlowController: 8,
      IfcFlowMovingDevice: 4,
      IfcBuildingElementProxy: 4,
      IfcDistributionControlElement: 3,
      IfcEnergyConversionDevice: 2,
    });
    expect(childNames(model, 2)).toEqual(['Level 1', 'Level 2', 'Roof']);
    expect(triangleCount(model)).toBe(29_298);
    expect(model.geometries.length).toBeLessThan(100);
  });

  test('gives properties in feet', () => {
    const all = model.tree.names.map((_, index) => model.tree.details(index).properties);
    const receptacle = all[itemNamed(model, 'M_Duplex Receptacle:Duplex Receptacle:Duplex Receptacle:575441')]!;
    expect(receptacle['Identity Data']).toMatchObject({ Mark: '35', Model: '5262BLK' });
    expect(all[3]!['Dimensions']).toEqual({ 'Computation Height (ft)': 3.93700787401575 });
  });

  test('has every value of every property set on the items that have the set', () => {
    const text = readFileSync(sampleFile(ELECTRICAL), 'latin1');
    const byGuid = new Map(
      model.tree.names.map((_, index) => model.tree.details(index)).map(({ guid, properties }) => [guid, properties]),
    );
    const sets = linesOf(text, 'IFCPROPERTYSET', /^'.{22}',#\d+,'([^']*)',[^(]*\((.*)\)$/);
    const values = linesOf(text, 'IFCPROPERTYSINGLEVALUE', /^'([^']*)',\$,(?:IFC\w+\((.*)\)|\$),\$$/);
    expect([sets.size, values.size]).toEqual([783, 2366]);
    const found = new Set<string>();
    for (const [objects, set] of linesOf(text, 'IFCRELDEFINESBYPROPERTIES', /\(([^)]*)\),(#\d+)$/).values()) {
      for (const object of sets.has(set!) ? objects!.split(',') : []) {
        const tabs = byGuid.get(new RegExp(`^${object}= *IFC\\w+\\('(.{22})'`, 'm').exec(text)![1]!)!;
        const [name, members] = sets.get(set!)!;
        for (const member of members!.split(',')) {
          const [property, value] = values.get(member)!;
          if (hasValue(tabs[name!] ?? {}, property!, value)) found.add(member);
        }
      }
    }
    expect(found.size).toBe(2366);
  });

  test('is in the building, though it is drawn in feet and its true north is broken', async () => {
    const [inside, around] = [boxOfModel(model), boxOfModel(await read(ARCHITECTURE))];
    for (const axis of [0, 1, 2]) {
      expect(inside.low[axis]!).toBeGreaterThan(around.low[axis]! - 0.1);
      expect(inside.high[axis]!).toBeLessThan(around.high[axis]! + 0.2);
    }
    expect(model.warnings).toEqual(['TrueNorth is not a direction in the plane; the y axis was taken for north.']);
  });
});

describe.skipIf(!hasSampleFile(UTM))('geographic-referencing-utm.ifc', () => {
  /** IfcSite.RefLatitude, RefLongitude and RefElevation, which the file states for the same point. */
  const site: Lla = { latitude: 49 + 5 / 60 + 43.9837 / 3600, longitude: 8 + 26 / 60 + 1.2473 / 3600, height: 113.7 };
  let model: CadModel;
  beforeAll(async () => {
    model = await readIfc(sampleFile(UTM), () => {}, { altitudes: 'ellipsoidal' });
  });

  test('is at the longitude and latitude of its site', () => {
    const origin = llaFromEcef(transformPoint(model.toEcef!, [0, 0, 0]));
    expect(Math.abs(origin.latitude - site.latitude) * 111_200).toBeLessThan(0.1);
    expect(Math.abs(origin.longitude - site.longitude) * 111_320 * Math.cos(site.latitude * RAD_PER_DEG)).toBeLessThan(
      0.1,
    );
    expect(origin.height).toBeCloseTo(113.7, 6);
    expect(model.warnings).toEqual([]);
    expect([triangleCount(model), model.tree.names.length]).toEqual([14, 5]);
    expect(boxOfModel(model)).toEqual({ low: [-0.5, -0.5, 0], high: [0.5, 0.5, 4] });
  });

  test('is turned by the grid and its convergence, and freed of its scale', () => {
    const fromEcef = enuFrame(site).enuFromEcef;
    const inEnu = (x: number, y: number, z: number) =>
      transformDirection(fromEcef, transformDirection(model.toEcef!, [x, y, z]));
    const [east, north, up] = inEnu(1, 0, 0);
    // Of the transverse Mercator on the sphere, which is the ellipsoid's to a few millionths here.
    const convergence = Math.atan(Math.tan((site.longitude - 9) * RAD_PER_DEG) * Math.sin(site.latitude * RAD_PER_DEG));
    expect(Math.atan2(north, east)).toBeCloseTo(Math.atan2(0.962691746426, 0.270600445976) - convergence, 5);
    // Point scale: 0.9996 · (1 + ΔE² / 2R²) with the mean radius at this latitude.
    const pointScale = 0.9996 * (1 + (458_657.3 - 500_000) ** 2 / (2 * 6_381_000 ** 2));
    // The model's middle is 2 m above the origin; what is higher is longer.
    expect(Math.hypot(east, north)).toBeCloseTo((1 + 115.7 / 6_381_000) / pointScale, 7);
    expect(up).toBeCloseTo(0, 6);
    expect(inEnu(0, 0, 1)[2]).toBeCloseTo(1, 9);
  });
});
