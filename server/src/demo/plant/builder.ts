import type { Patch } from '../geometry/patch.ts';
import { PALETTE } from './palette.ts';
import type { Discipline, MaterialId, Part, PartLayers, PlantNode, Rgb } from './types.ts';

/** How a surface looks. */
export interface Look {
  readonly material: MaterialId;
  readonly colour: Rgb;
  readonly cadColour?: Rgb;
}

export interface ObjectSpec {
  readonly name: string;
  readonly kind: string;
  readonly discipline: Discipline;
  readonly tags?: readonly string[];
  readonly design?: Readonly<Record<string, string | number>>;
}

export interface PartSpec extends Look {
  readonly patches: readonly Patch[];
  readonly coarse?: readonly Patch[];
  readonly thickness: number;
  readonly layers?: PartLayers;
  readonly label?: string;
}

/** Surface styles that many assemblies use. */
export const LOOKS = {
  rail: { material: 'plain', colour: PALETTE.safetyYellow },
  steel: { material: 'steel', colour: PALETTE.steel },
  galvanised: { material: 'steel', colour: PALETTE.galvanised },
  grating: { material: 'grating', colour: PALETTE.grating },
  concrete: { material: 'concrete', colour: PALETTE.concrete },
} as const satisfies Record<string, Look>;

/** Collects the object tree and the surfaces of a site in the order they are described, which fixes every id. */
export class PlantBuilder {
  readonly nodes: PlantNode[] = [];
  readonly parts: Part[] = [];

  /** Adds a folder; returns its id. */
  group(parentId: number | null, name: string, kind = 'Group', tags: readonly string[] = []): number {
    return this.#node({
      parentId,
      name,
      kind,
      discipline: 'civil',
      tags,
      properties: itemTab(name, kind, {}),
      isObject: false,
    });
  }

  /** Adds a thing with surfaces; returns its id. */
  object(parentId: number, spec: ObjectSpec, ...parts: PartSpec[]): number {
    const { name, kind, discipline, tags = [], design = {} } = spec;
    const properties = itemTab(name, kind, design);
    const id = this.#node({ parentId, name, kind, discipline, tags, properties, isObject: true });
    for (const part of parts) this.parts.push({ layers: 'all', ...part, nodeId: id, discipline });
    return id;
  }

  /** Adds surfaces that are on the site but on no drawing. */
  scenery(...parts: PartSpec[]): void {
    for (const part of parts) this.parts.push({ ...part, layers: 'capture', nodeId: null, discipline: 'scenery' });
  }

  #node(node: Omit<PlantNode, 'id'>): number {
    const id = this.nodes.length;
    this.nodes.push({ id, ...node });
    return id;
  }
}

function itemTab(
  name: string,
  kind: string,
  design: Readonly<Record<string, string | number>>,
): PlantNode['properties'] {
  const item = { Item: { Name: name, Type: kind } };
  return Object.keys(design).length > 0 ? { ...item, Design: design } : item;
}
