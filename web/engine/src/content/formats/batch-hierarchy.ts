/** 3DTILES_batch_table_hierarchy: instances of classes, each with parents, of which the first ones are the features. */
import { MalformedContentError, type ForeignJson } from '@overlook/shared/tiles3d';

interface Instance {
  className: string;
  values: ForeignJson;
  parents: number[];
}

type ColumnReader = (property: unknown, count: number) => ArrayLike<unknown>;

/** An instance further up than this is part of a cycle. */
const MAX_DEPTH = 64;

/**
 * The hierarchy as flat columns for features 0…featureCount−1: `class` (the instance's class name), `ancestors` (the class
 * names of its parents, nearest first) and every property of the instance or, where it lacks one, of its nearest ancestor.
 */
export function flattenHierarchy(
  json: ForeignJson,
  featureCount: number,
  read: ColumnReader,
): Record<string, unknown[]> {
  const instances = readInstances(json, read);
  if (featureCount > instances.length) {
    throw new MalformedContentError(
      'batch table hierarchy',
      `has ${instances.length} instances for ${featureCount} features.`,
    );
  }
  const columns: Record<string, unknown[]> = {};
  const column = (name: string) => (columns[name] ??= Array.from({ length: featureCount }, () => null));
  for (let feature = 0; feature < featureCount; feature++) {
    const line = ancestry(instances, feature);
    column('class')[feature] = line[0]!.className;
    column('ancestors')[feature] = line.slice(1).map((instance) => instance.className);
    for (const { values } of line) {
      for (const [name, value] of Object.entries(values)) column(name)[feature] ??= value;
    }
  }
  return columns;
}

function readInstances(json: ForeignJson, read: ColumnReader): Instance[] {
  const length: number = json['instancesLength'];
  const classIds = read(json['classIds'], length);
  const parentCounts = json['parentCounts'] ? read(json['parentCounts'], length) : null;
  const parentTotal = parentCounts ? Array.from(parentCounts).reduce<number>((sum, n) => sum + Number(n), 0) : length;
  const parentIds = json['parentIds'] ? read(json['parentIds'], parentTotal) : null;
  const classes = ((json['classes'] ?? []) as ForeignJson[]).map((entry) => ({
    name: String(entry['name']),
    columns: Object.entries((entry['instances'] ?? {}) as ForeignJson).map(
      ([name, property]) => [name, read(property, entry['length'])] as const,
    ),
    used: 0,
  }));
  let firstParent = 0;
  return Array.from({ length: Math.min(length, classIds.length) }, (_, i) => {
    const entry = classes[Number(classIds[i])];
    if (!entry) throw new MalformedContentError('batch table hierarchy', `has no class ${String(classIds[i])}.`);
    const row = entry.used++;
    const parentCount = parentIds ? Number(parentCounts ? parentCounts[i] : 1) : 0;
    const parents = Array.from({ length: parentCount }, (__, p) => Number(parentIds![firstParent + p]));
    firstParent += parentCount;
    return {
      className: entry.name,
      values: Object.fromEntries(entry.columns.map(([name, values]) => [name, values[row]])),
      // An instance without parents names itself.
      parents: parents.filter((parent) => parent !== i),
    };
  });
}

/** The instance and its ancestors, nearest first, each once. */
function ancestry(instances: Instance[], start: number): Instance[] {
  const line = new Set<number>();
  let generation = [start];
  for (let depth = 0; generation.length > 0; depth++) {
    if (depth > MAX_DEPTH)
      throw new MalformedContentError('batch table hierarchy', 'has an instance that is its own ancestor.');
    for (const index of generation) line.add(index);
    generation = generation.flatMap((index) => instances[index]?.parents ?? []).filter((parent) => !line.has(parent));
  }
  return [...line].flatMap((index) => instances[index] ?? []);
}
