import type { CadItemDetails } from '../cad-model.ts';
import { type IfcFile, type IfcLine, referenceOf, referencesOf, textOf } from './ifc-file.ts';
import { readClassifications, readMaterial } from './ifc-materials.ts';
import type { IfcRelations } from './ifc-relations.ts';
import type { IfcUnits } from './ifc-units.ts';
import { IfcValues, type NamedValue } from './ifc-values.ts';
import { PropertyTabs } from './property-tabs.ts';

/** Attributes of an object that have no meaning for a viewer, or that are shown elsewhere. */
const NOT_SHOWN = new Set(['expressID', 'type', 'GlobalId', 'CompositionType']);
/** Names of properties that hold a tag, in small letters without spaces. */
const TAG_PROPERTIES = new Set(['tag', 'tagnumber', 'assettag', 'assetidentifier']);
/** Placeholder texts of empty fields. */
const NO_TAG = /^(n\/?a|none|null|tbd|[-–—?.]*)$/i;
const LONGEST_TAG = 500;
const LONGEST_GUID = 200;

interface NamedSet {
  readonly name: string;
  readonly rows: readonly NamedValue[];
}

/**
 * Reads everything about one object on demand: tab "Item" (class, attributes, type, groups, layers), a tab for each
 * property and quantity set of its own and then of its type, "Material" and "Classification".
 */
export class IfcDetails {
  readonly #file: IfcFile;
  readonly #units: IfcUnits;
  readonly #relations: IfcRelations;
  readonly #values: IfcValues;
  readonly #typeSets = new Map<number, NamedSet[]>();

  constructor(file: IfcFile, units: IfcUnits, relations: IfcRelations) {
    this.#file = file;
    this.#units = units;
    this.#relations = relations;
    this.#values = new IfcValues(file, units);
  }

  /** The details of the object at a line; empty where there is none. */
  of(expressId: number): CadItemDetails {
    const line = this.#file.line(expressId);
    if (!line) return { properties: {} };
    const types = this.#relations.types.of(expressId).flatMap((id) => this.#file.line(id) ?? []);
    const own = this.#relations.definitions.of(expressId).flatMap((id) => this.#set(id) ?? []);
    const ofType = types.flatMap((type) => this.#setsOfType(type));
    const tabs = new PropertyTabs();
    tabs.add('Item', this.#item(line, types));
    for (const { name, rows } of own) tabs.add(name, rows);
    for (const { name, rows } of ofType) tabs.addBelow(name, rows);
    const related = (relation: 'materials' | 'classifications') => {
      const ids = this.#relations[relation].of(expressId);
      return ids.length > 0 ? ids : types.flatMap((type) => this.#relations[relation].of(type.expressID));
    };
    tabs.add('Material', readMaterial(this.#file, this.#units, related('materials')));
    tabs.add('Classification', readClassifications(this.#file, related('classifications')));
    const guid = textOf(line['GlobalId']);
    return {
      guid: guid && guid.length <= LONGEST_GUID ? guid : undefined,
      tags: tagsOf(
        line,
        [...own, ...ofType].flatMap(({ rows }) => rows),
      ),
      properties: tabs.properties,
    };
  }

  #item(line: IfcLine, types: readonly IfcLine[]): NamedValue[] {
    const named = (name: string, lines: readonly (IfcLine | null)[]) => {
      const value = [...new Set(lines.flatMap((one) => textOf(one?.['Name']) ?? []))].join(', ');
      return value ? [{ name, value }] : [];
    };
    const groups = this.#relations.groups.of(line.expressID).map((id) => this.#file.line(id));
    const shape = this.#file.line(referenceOf(line['Representation']));
    const layers = referencesOf(shape?.['Representations']).flatMap((id) =>
      [id, ...referencesOf(this.#file.line(id)?.['Items'])].flatMap((one) => this.#relations.layers.of(one)),
    );
    return [
      { name: 'Class', value: this.#file.classOf(line.type) },
      ...this.#values.ofAttributes(line, NOT_SHOWN),
      ...named('Type', types),
      ...named('Group', groups),
      ...named(
        'Layer',
        layers.map((id) => this.#file.line(id)),
      ),
      ...[textOf(line['GlobalId'])].flatMap((guid) => (guid ? [{ name: 'GUID', value: guid }] : [])),
    ];
  }

  #set(id: number): NamedSet | null {
    const line = this.#file.line(id);
    return line && { name: textOf(line['Name']) ?? this.#file.classOf(line.type), rows: this.#values.ofSet(line) };
  }

  /** Objects have few types: their sets are kept. */
  #setsOfType(type: IfcLine): NamedSet[] {
    const known = this.#typeSets.get(type.expressID);
    if (known) return known;
    const sets = referencesOf(type['HasPropertySets']).flatMap((id) => this.#set(id) ?? []);
    this.#typeSets.set(type.expressID, sets);
    return sets;
  }
}

/** A property whose value is its own name has no value. */
function tagsOf(line: IfcLine, rows: readonly NamedValue[]): string[] {
  const named = rows.filter(
    ({ name, value }) => TAG_PROPERTIES.has(name.toLowerCase().replaceAll(/\s/g, '')) && value !== name,
  );
  const tags = [
    textOf(line['Tag']),
    ...named.map(({ value }) => (typeof value === 'boolean' ? null : String(value ?? ''))),
  ];
  return [...new Set(tags.flatMap((tag) => (tag && !NO_TAG.test(tag) && tag.length <= LONGEST_TAG ? [tag] : [])))];
}
