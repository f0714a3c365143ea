import { type Mat4, IDENTITY, invertAffine, multiply, transformPoint } from '@overlook/shared/maths';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import type { CadItemDetails, CadModel } from './cad-model.ts';
import type { CadGeometry } from '../formats/triangle-corners.ts';
import { LEFT_OUT, LeftOut } from './left-out.ts';
import { withoutStrays } from './stray-parts.ts';
import { placedBounds } from './tiles/placed-bounds.ts';
import type { LayerPart } from './tiles/split-meshes.ts';

/** Several models as one layer: one tree, one frame, feature ids that no two objects share. */
export interface CadLayer {
  readonly items: readonly LayerItem[];
  readonly geometries: readonly CadGeometry[];
  /** In the layer's frame; their item is an index of `items`, which is their feature id. */
  readonly parts: readonly LayerPart[];
  /** From the layer's frame to ECEF; null where no model has a position. */
  readonly toEcef: Mat4 | null;
  readonly warnings: readonly string[];
}

interface LayerItem {
  /** Index of the parent; −1 for a root. */
  readonly parent: number;
  readonly name: string;
  details(): CadItemDetails;
}

/** A model of a file, which messages name as its owner does: its readable copy may have another ending. */
export interface SourceModel extends CadModel {
  readonly file: string;
}

const NO_DETAILS: CadItemDetails = { properties: {} };

/**
 * Joins models in the frame of the first. With several models, or several roots, each model's items come below a group
 * with the model's name. Throws `ContentError` where a model has no shapes, or some have a position on the earth and
 * others do not.
 */
export function combineModels(models: readonly SourceModel[]): CadLayer {
  const first = models[0]!;
  const frames = models.map((model) => frameOf(model, first));
  const items: LayerItem[] = [];
  const geometries: CadGeometry[] = [];
  const parts: LayerPart[] = [];
  const warnings: string[] = [];
  models.forEach((model, i) => {
    const group = needsGroup(model, models)
      ? items.push({ parent: -1, name: model.name, details: () => NO_DETAILS }) - 1
      : -1;
    const [firstItem, firstGeometry] = [items.length, geometries.length];
    const { names, parents } = model.tree;
    names.forEach((name, index) => {
      const parent = parents[index] === -1 ? group : firstItem + parents[index]!;
      items.push({ parent, name, details: () => placedDetails(model.tree.details(index), frames[i]!) });
    });
    for (const geometry of model.geometries) geometries.push(geometry);
    const left = new LeftOut();
    const before = parts.length;
    for (const part of model.parts) {
      const matrix = frames[i] === IDENTITY ? part.matrix : multiply(frames[i]!, part.matrix);
      const geometry = model.geometries[part.geometry]!;
      const box = placedBounds(geometry.positions, matrix);
      if (!box.every(Number.isFinite)) left.add(LEFT_OUT.noNumbers, names[part.item]!);
      else
        parts.push({
          ...part,
          matrix,
          box,
          geometry: firstGeometry + part.geometry,
          item: firstItem + part.item,
          triangles: geometry.indices.length / 3,
        });
    }
    const notes = [...model.warnings, ...left.warnings];
    if (parts.length === before)
      throw new MalformedContentError(
        models.length > 1 ? model.file : '',
        ['has no shape that can be shown.', ...notes].join(' '),
      );
    for (const warning of notes) warnings.push(`${model.file}: ${warning}`);
  });
  const { kept, warnings: strays } = withoutStrays(parts, (item) => items[item]!.name);
  return { items, geometries, parts: kept, toEcef: first.toEcef, warnings: [...warnings, ...strays] };
}

/** The details of an item of a model in the frame of the layer. */
const placedDetails = (details: CadItemDetails, frame: Mat4): CadItemDetails =>
  details.floor ? { ...details, floor: transformPoint(frame, details.floor) } : details;

const needsGroup = ({ tree }: CadModel, models: readonly CadModel[]): boolean =>
  models.length > 1 || tree.parents.filter((parent) => parent === -1).length > 1;

/** From a model's frame to that of the first. */
function frameOf(model: SourceModel, first: SourceModel): Mat4 {
  if ((model.toEcef === null) !== (first.toEcef === null)) {
    const [placed, other] = model.toEcef ? [model, first] : [first, model];
    throw new MalformedContentError(
      other.file,
      `has no position on the earth, but ${placed.file} has one; import them as layers of two sites, or remove the position.${other.unplaced ? ` ${other.unplaced}` : ''}`,
    );
  }
  if (model === first || !model.toEcef) return IDENTITY;
  return multiply(invertAffine(first.toEcef!), model.toEcef);
}
