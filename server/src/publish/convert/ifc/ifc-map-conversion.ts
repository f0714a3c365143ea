import {
  IFCGEOMETRICREPRESENTATIONCONTEXT,
  IFCMAPCONVERSION,
  IFCMAPCONVERSIONSCALED,
  IFCPROJECT,
  IFCSITE,
} from 'web-ifc';
import type { NamedCrs } from './ifc-crs.ts';
import {
  type IfcAttribute,
  type IfcFile,
  type IfcLine,
  numberOf,
  referenceOf,
  referencesOf,
  textOf,
} from './ifc-file.ts';
import type { IfcRelations } from './ifc-relations.ts';
import type { IfcUnits } from './ifc-units.ts';

/** The position of the file's origin in a map's coordinate system, as the file states it. */
export interface MapConversion {
  /** Where in the file: "#2 IfcMapConversion". */
  readonly place: string;
  readonly eastings: number;
  readonly northings: number;
  readonly height: number;
  /** Direction of the file's x axis in the map. */
  readonly xAxis: readonly [east: number, north: number];
  readonly scale: number | null;
  readonly crs: NamedCrs;
  /** Metres of the map's unit; null where the file does not name one. */
  readonly mapUnitMetres: number | null;
}

/**
 * The file's map conversion: the IfcMapConversion of IFC4, or the property sets ePSet_MapConversion and ePSet_ProjectedCRS on the
 * project or a site by which IFC2X3 writes the same. Null where there is none.
 */
export function readMapConversion(file: IfcFile, units: IfcUnits, relations: IfcRelations): MapConversion | null {
  return fromEntity(file, units) ?? fromPropertySets(file, relations);
}

function fromEntity(file: IfcFile, units: IfcUnits): MapConversion | null {
  const [id] = [IFCMAPCONVERSION, IFCMAPCONVERSIONSCALED].flatMap((type) => file.idsOf(type));
  const line = id === undefined ? null : file.line(id);
  const crs = file.line(referenceOf(line?.['TargetCRS']));
  if (!line || !crs) return null;
  const mapUnit = referenceOf(crs['MapUnit']);
  return conversionOf(`#${line.expressID} IfcMapConversion`, line, crs, units.unit(mapUnit)?.factor ?? null);
}

function fromPropertySets(file: IfcFile, relations: IfcRelations): MapConversion | null {
  for (const id of [IFCPROJECT, IFCSITE].flatMap((type) => file.idsOf(type))) {
    const sets = new Map(
      relations.definitions.of(id).flatMap((set) => {
        const line = file.line(set);
        return line ? [[textOf(line['Name'])?.toLowerCase() ?? '', line] as const] : [];
      }),
    );
    const conversion = sets.get('epset_mapconversion');
    const crs = sets.get('epset_projectedcrs');
    if (!conversion || !crs) continue;
    const named = valuesOf(file, crs);
    const unit = LABELLED_UNITS[textOf(named['MapUnit'])?.toUpperCase() ?? ''] ?? null;
    return conversionOf(`#${conversion.expressID} ePSet_MapConversion`, valuesOf(file, conversion), named, unit);
  }
  return null;
}

/** Map units as ePSet_ProjectedCRS names them. */
const LABELLED_UNITS: Readonly<Record<string, number>> = {
  METRE: 1,
  METER: 1,
  M: 1,
  MILLIMETRE: 0.001,
  MILLIMETER: 0.001,
  FOOT: 0.3048,
};

/** Of a file whose own axes are those of a map, in its unit of length: the operator says which map. */
export const OWN_AXES: MapConversion = {
  place: 'The file',
  eastings: 0,
  northings: 0,
  height: 0,
  xAxis: [1, 0],
  scale: null,
  crs: { name: null, description: null, datum: null, projection: null, zone: null, verticalDatum: null },
  mapUnitMetres: null,
};

type Attributes = Readonly<Record<string, IfcAttribute>>;

function valuesOf(file: IfcFile, set: IfcLine): Attributes {
  const properties = referencesOf(set['HasProperties']).flatMap((id) => file.line(id) ?? []);
  return Object.fromEntries(properties.map((line) => [textOf(line['Name']) ?? '', line['NominalValue']]));
}

function conversionOf(
  place: string,
  conversion: Attributes,
  crs: Attributes,
  mapUnitMetres: number | null,
): MapConversion | null {
  const eastings = numberOf(conversion['Eastings']);
  const northings = numberOf(conversion['Northings']);
  if (eastings === null || northings === null) return null;
  const [east, north] = [numberOf(conversion['XAxisAbscissa']) ?? 0, numberOf(conversion['XAxisOrdinate']) ?? 0];
  return {
    place,
    eastings,
    northings,
    height: numberOf(conversion['OrthogonalHeight']) ?? 0,
    xAxis: east === 0 && north === 0 ? [1, 0] : [east, north],
    scale: scaleOf(conversion),
    crs: {
      name: textOf(crs['Name']),
      description: textOf(crs['Description']),
      datum: textOf(crs['GeodeticDatum']),
      projection: textOf(crs['MapProjection']),
      zone: textOf(crs['MapZone']),
      verticalDatum: textOf(crs['VerticalDatum']),
    },
    mapUnitMetres,
  };
}

/** IfcMapConversionScaled (IFC4X3) writes the scale of the grid besides that of the units. */
function scaleOf(conversion: Attributes): number | null {
  const [scale, factor] = [numberOf(conversion['Scale']), numberOf(conversion['FactorX'])];
  return scale === null && factor === null ? null : (scale ?? 1) * (factor ?? 1);
}

/**
 * Direction of north in the file's x and y; null where the file does not state it, with `isBroken` where its statement
 * is wrong.
 */
export function readTrueNorth(file: IfcFile): { north: readonly [x: number, y: number] | null; isBroken: boolean } {
  for (const id of file.idsOf(IFCGEOMETRICREPRESENTATIONCONTEXT)) {
    const context = file.line(id);
    const direction = file.line(referenceOf(context?.['TrueNorth']));
    if (!direction || !/model/i.test(textOf(context?.['ContextType']) ?? 'Model')) continue;
    const ratios = direction['DirectionRatios'];
    const [x = 0, y = 0, z = 0] = (Array.isArray(ratios) ? (ratios as readonly IfcAttribute[]) : []).map(
      (ratio) => numberOf(ratio) ?? 0,
    );
    // The schema requires two ratios (rule NorthIs2D); some exporters write their count before them.
    if (z !== 0 || (x === 0 && y === 0)) return { north: null, isBroken: true };
    return { north: [x, y], isBroken: false };
  }
  return { north: null, isBroken: false };
}
