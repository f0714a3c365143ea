/** A line of a tree file after the first; absent fields are omitted. */
export interface MadeItem {
  id: string | number;
  parent?: string | number | null;
  name: string;
  featureId?: number;
  box?: { center: number[]; size: number[] };
  floor?: [number, number, number];
  guid?: string;
  tags?: string[];
  externalTags?: Record<string, string[]>;
  properties?: Record<string, Record<string, string | number | boolean | null>>;
}

const HEAD = { format: 'overlook-cad-tree', version: 1 };

/** A tree file of these items. */
export function aTree(items: readonly object[], sources: readonly { name: string; url: string }[] = []): Buffer {
  return Buffer.from([{ ...HEAD, sources }, ...items].map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** A plant of two units with a pump and two pipes of the same name. */
export const SMALL_PLANT: readonly MadeItem[] = [
  { id: 'plant', name: 'Plant', properties: { Item: { Discipline: 'civil' } } },
  { id: 'u1', parent: 'plant', name: 'Unit 1', tags: ['U-1'] },
  {
    id: 'p1',
    parent: 'u1',
    name: 'Pump',
    featureId: 7,
    box: { center: [10, 20, 1], size: [2, 4, 2] },
    guid: '3f9a-c21e',
    tags: ['P-101'],
    externalTags: { Maintenance: ['P-101'] },
    properties: { Item: { Name: 'P-101', Type: 'Pump' }, Design: { 'Flow (m³/h)': 12.5, Spare: true, Note: null } },
  },
  { id: 'a', parent: 'u1', name: 'Pipe', featureId: 8, box: { center: [0, 0, 0], size: [1, 1, 1] } },
  { id: 'b', parent: 'u1', name: 'Pipe', featureId: 9, properties: { Item: { Discipline: 'piping' } } },
  { id: 'u2', parent: 'plant', name: 'Unit 2 "north" <b>a/b</b> 100%' },
  {
    id: 'v',
    parent: 'u2',
    name: 'Vessel',
    featureId: 20,
    properties: { Item: { Type: 'Vessel', Material: 'Édelstahl' } },
  },
];

export const MAINTENANCE = { name: 'Maintenance', url: 'https://maintenance.example/assets/{tag}' };
