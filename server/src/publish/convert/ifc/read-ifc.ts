import path from 'node:path';
import { IFCBUILDINGSTOREY } from 'web-ifc';
import { type Mat4, type Vec3, IDENTITY, multiply, transformPoint } from '@overlook/shared/maths';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { centreOf, medianOf } from '../../bounds.ts';
import type { CadItemDetails, CadModel, CadPart, CadReader, CadReaderOptions } from '../cad-model.ts';
import { placedBounds } from '../tiles/placed-bounds.ts';
import { IfcDetails } from './ifc-details.ts';
import { DAMAGED, IfcFile } from './ifc-file.ts';
import { floorOf } from './ifc-floors.ts';
import { type IfcShapes, readIfcShapes } from './ifc-geometry.ts';
import { OWN_AXES, readMapConversion, readTrueNorth } from './ifc-map-conversion.ts';
import { placeOnEarth } from './ifc-place.ts';
import { readRelations } from './ifc-relations.ts';
import { readIfcTree } from './ifc-tree.ts';
import { IfcUnits } from './ifc-units.ts';

/**
 * Reads an IFC file (IFC2X3, IFC4, IFC4X3 as text). Items are the project, its places and its products without openings and
 * ports; spaces are items without a shape. The model's frame is the file's own in metres where it has a map conversion, else turned so that y is
 * true north. A file without any shape gives a model without parts. Properties are read from the file, which stays
 * open, when `tree.details` requests them. Throws `ContentError` for a file that is not IFC, is cut off, has a schema
 * that cannot be read, or contradicts itself about its place.
 */
export const readIfc: CadReader = async (filePath, onProgress, options = {}) => {
  const file = await IfcFile.open(filePath);
  try {
    return readModel(file, path.parse(filePath).name, onProgress, options);
  } catch (error) {
    file.close();
    // Errors of web-ifc from WebAssembly are not JavaScript errors.
    throw error instanceof Error ? error : new MalformedContentError('DATA', DAMAGED);
  }
};

function readModel(
  file: IfcFile,
  name: string,
  onProgress: Parameters<CadReader>[1],
  options: CadReaderOptions,
): CadModel {
  onProgress({ done: 0, total: null });
  const units = new IfcUnits(file);
  const relations = readRelations(file);
  const tree = readIfcTree(file);
  const shapes = readIfcShapes(file, tree, onProgress);
  const { toEcef, toModel, unplaced, warnings } = placeOf(file, units, relations, shapes, options);
  const details = new IfcDetails(file, units, relations);
  const storeys = new Set(file.idsOf(IFCBUILDINGSTOREY));
  const describe = (id: number): CadItemDetails => {
    const floor = storeys.has(id) ? floorOf(file, id, units.lengthMetres ?? 1) : null;
    return { ...details.of(id), ...(floor && { floor: transformPoint(toModel, floor) }) };
  };
  return {
    name,
    toEcef,
    ...(unplaced === undefined ? {} : { unplaced }),
    tree: {
      names: tree.names,
      parents: tree.parents,
      details: (index) => describe(tree.expressIds[index]!),
    },
    geometries: shapes.geometries,
    parts: toModel === IDENTITY ? shapes.parts : shapes.parts.map((part) => turned(part, toModel)),
    warnings: [
      ...(units.lengthMetres === null ? ['The file does not name its unit of length; it was taken for metres.'] : []),
      ...tree.warnings,
      ...shapes.warnings,
      ...warnings,
    ],
  };
}

const turned = (part: CadPart, by: Mat4): CadPart => ({ ...part, matrix: multiply(by, part.matrix) });

interface Placed {
  readonly toEcef: Mat4 | null;
  /** From the file's axes in metres to the model's frame. */
  readonly toModel: Mat4;
  readonly unplaced?: string;
  readonly warnings: readonly string[];
}

function placeOf(
  file: IfcFile,
  units: IfcUnits,
  relations: ReturnType<typeof readRelations>,
  shapes: IfcShapes,
  options: CadReaderOptions,
): Placed {
  const conversion = readMapConversion(file, units, relations) ?? (options.crs === undefined ? null : OWN_AXES);
  const place = conversion && placeOnEarth(conversion, units.lengthMetres ?? 1, middleOf(shapes), options);
  if (place?.toEcef) return { ...place, toModel: IDENTITY };
  const { north, isBroken } = readTrueNorth(file);
  // The x axis of a map without a known position still gives grid north, which is near true north.
  const up = north ?? (conversion ? [conversion.xAxis[1], conversion.xAxis[0]] : null);
  return {
    toEcef: null,
    ...(place ? { unplaced: place.warnings.join(' ') } : {}),
    toModel: up ? northUp(up[0]!, up[1]!) : IDENTITY,
    warnings: [
      ...(place?.warnings.map((warning) => `${warning} It lies where --at puts it.`) ?? []),
      ...(isBroken ? ['TrueNorth is not a direction in the plane; the y axis was taken for north.'] : []),
    ],
  };
}

/** The rotation about z that turns a direction onto the y axis. */
function northUp(x: number, y: number): Mat4 {
  const length = Math.hypot(x, y);
  const [a, b] = [x / length, y / length];
  return a === 0 && b > 0 ? IDENTITY : [b, a, 0, 0, -a, b, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
}

/** Of the middles of the parts the median, which a part that strays does not move; the origin where there are none. */
function middleOf({ geometries, parts }: IfcShapes): Vec3 {
  if (parts.length === 0) return [0, 0, 0];
  return medianOf(parts.map(({ geometry, matrix }) => centreOf(placedBounds(geometries[geometry]!.positions, matrix))));
}
