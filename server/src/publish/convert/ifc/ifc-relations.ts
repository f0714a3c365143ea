import {
  IFCPRESENTATIONLAYERASSIGNMENT,
  IFCPRESENTATIONLAYERWITHSTYLE,
  IFCRELASSIGNSTOGROUP,
  IFCRELASSOCIATESCLASSIFICATION,
  IFCRELASSOCIATESMATERIAL,
  IFCRELDEFINESBYPROPERTIES,
  IFCRELDEFINESBYTYPE,
} from 'web-ifc';
import { type IfcFile, referencesOf } from './ifc-file.ts';
import { PairIndex } from './pair-index.ts';

/** The related lines of objects, types and shapes, by line number. */
export interface IfcRelations {
  /** Object → property and quantity sets. */
  readonly definitions: PairIndex;
  readonly types: PairIndex;
  /** Object or type → material, layer set, … */
  readonly materials: PairIndex;
  /** Object or type → classification reference. */
  readonly classifications: PairIndex;
  /** Object → systems, zones and other groups. */
  readonly groups: PairIndex;
  /** Shape representation or its item → presentation layer. */
  readonly layers: PairIndex;
}

/** Positions of the two ends in all relations here, in every schema: after GlobalId, OwnerHistory, Name and Description. */
const RELATED = 4;
const RELATING = 5;
const RELATING_GROUP = 6;

/** Reads all relations about objects, once. */
export function readRelations(file: IfcFile): IfcRelations {
  const related = (type: number, relating = RELATING) => new PairIndex(pairsOf(file, type, RELATED, relating));
  return {
    definitions: related(IFCRELDEFINESBYPROPERTIES),
    types: related(IFCRELDEFINESBYTYPE),
    materials: related(IFCRELASSOCIATESMATERIAL),
    classifications: related(IFCRELASSOCIATESCLASSIFICATION),
    groups: related(IFCRELASSIGNSTOGROUP, RELATING_GROUP),
    layers: new PairIndex(layerPairs(file)),
  };
}

/** The pairs of all relations of a class, by the positions of their two ends. */
export function* pairsOf(file: IfcFile, type: number, from: number, to: number): Generator<[number, number], void> {
  for (const attributes of file.rawLinesOf(type)) {
    const ends = referencesOf(attributes[to]);
    for (const start of referencesOf(attributes[from])) for (const end of ends) yield [start, end];
  }
}

function* layerPairs(file: IfcFile): Generator<[number, number], void> {
  for (const type of [IFCPRESENTATIONLAYERASSIGNMENT, IFCPRESENTATIONLAYERWITHSTYLE]) {
    for (const id of file.idsOf(type)) {
      for (const item of referencesOf(file.line(id)?.['AssignedItems'])) yield [item, id];
    }
  }
}
