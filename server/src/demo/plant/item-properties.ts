import { choice, guidOf, numberOf } from './choice.ts';
import type { Discipline, PlantNode } from './types.ts';

const DISCIPLINES: Record<Discipline, { name: string; material: string }> = {
  column: { name: 'Static equipment', material: 'ASTM A516 Gr 70' },
  vessel: { name: 'Static equipment', material: 'ASTM A516 Gr 70' },
  tank: { name: 'Static equipment', material: 'ASTM A36' },
  rotating: { name: 'Rotating equipment', material: 'ASTM A216 WCB' },
  piping: { name: 'Piping', material: 'ASTM A106 Gr B' },
  structure: { name: 'Structural steel', material: 'S355' },
  access: { name: 'Access', material: 'S235 galvanised' },
  electrical: { name: 'Electrical', material: 'Aluminium' },
  civil: { name: 'Civil', material: 'Concrete C30/37' },
  building: { name: 'Buildings', material: 'Steel sheet' },
  scenery: { name: 'Civil', material: 'Soil' },
};

/** Pressure equipment, and the possible texts of its plate. */
const VESSELS: ReadonlySet<string> = new Set(['Column', 'Drum', 'Exchanger', 'Vertical vessel', 'Sphere', 'Bullet']);

/** The things on which instruments are mounted. */
export const INSTRUMENTED: ReadonlySet<string> = new Set([
  ...VESSELS,
  'Pump',
  'Storage tank',
  'Cooling tower',
  'Flare',
]);

/** Assemblies that are hot or cold; stated once for the whole assembly. */
const INSULATED: ReadonlySet<string> = new Set([...VESSELS, 'Line']);

type Properties = Record<string, Record<string, string | number>>;

/** The property tabs of an item as a Navisworks file would have them. `path` names it, `system` is the unit above it. */
export function itemProperties(node: PlantNode, { path, system }: { path: string; system: string | null }): Properties {
  const { name, material } = DISCIPLINES[node.discipline];
  const item = { ...node.properties['Item'], ...(node.isObject ? { Material: material } : {}) };
  const tabs: Properties = { Item: { ...item, GUID: guidOf(path), 'Source file': sourceFile(system) } };
  const design = { ...rounded(node.properties['Design'] ?? {}), ...plate(node, path) };
  if (Object.keys(design).length > 0) tabs['Design'] = design;
  const construction: Record<string, string> = {};
  if (node.isObject) construction['Discipline'] = name;
  if (node.isObject && system) {
    construction['System'] = system;
    construction['Work package'] = `WP-${numberOf(`${system} ${name}`, 100, 999)}`;
    construction['Status'] = choice(path, [
      'As built',
      'As built',
      'As built',
      'Issued for construction',
      'To be surveyed',
    ]);
  }
  if (INSULATED.has(node.kind)) construction['Insulation'] = choice(path, ['None', 'Hot 50 mm', 'Cold 100 mm']);
  if (Object.keys(construction).length > 0) tabs['Construction'] = construction;
  return tabs;
}

const sourceFile = (system: string | null): string =>
  system === null ? 'ridgeway.nwf' : `${system.toLowerCase().replaceAll(' ', '-')}.nwc`;

function plate({ kind }: PlantNode, path: string): Record<string, string | number> {
  if (!VESSELS.has(kind)) return {};
  return {
    'Design pressure (barg)': numberOf(`${path} p`, 50, 260) / 10,
    'Design temperature (°C)': numberOf(`${path} t`, 8, 24) * 10,
    'Corrosion allowance (mm)': choice(path, [1.5, 3, 6]),
  };
}

/** Rounded to millimetres, as a drawing states a computed length. */
const rounded = (properties: Readonly<Record<string, string | number>>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * 1000) / 1000 : value,
    ]),
  );
