import { describeSite } from '../plant/sites.ts';
import { choice, numberOf } from '../plant/choice.ts';
import { INSTRUMENTED } from '../plant/item-properties.ts';

type Records = Record<string, Record<string, string | number>>;

/** The records of the demo's two external systems, by tag: invented, and the same every time. */
export type DemoSourceName = 'maintenance' | 'instruments';

let kinds: Map<string, string> | undefined;

/** The kind of the thing with a tag; undefined for an unknown tag. */
function kindOf(tag: string): string | undefined {
  kinds ??= new Map(
    describeSite('ridgeway').nodes.flatMap((node) => node.tags.map((one) => [one, node.kind] as const)),
  );
  return kinds.get(tag);
}

/** The record of a source for a tag; null where it has none. */
export function recordOf(source: DemoSourceName, tag: string): Records | null {
  const kind = kindOf(tag);
  if (!kind || kind === 'Unit') return null;
  if (source === 'maintenance') return maintenance(tag, kind);
  return INSTRUMENTED.has(kind) ? instruments(tag) : null;
}

const day = (text: string, year: number): string => {
  const at = new Date(Date.UTC(year, 0, numberOf(text, 1, 365)));
  return at.toISOString().slice(0, 10);
};

function maintenance(tag: string, kind: string): Records {
  const open = numberOf(`${tag} orders`, 0, 3);
  return {
    Asset: {
      Tag: tag,
      Description: kind,
      Criticality: choice(tag, ['A', 'B', 'B', 'C']),
      'In service since': day(tag, numberOf(`${tag} year`, 2006, 2019)),
    },
    Inspection: {
      'Last inspection': day(`${tag} last`, 2025),
      'Next inspection': day(`${tag} next`, 2028),
      Finding: choice(`${tag} finding`, ['None', 'None', 'Coating damage', 'Corrosion under insulation']),
    },
    'Work orders': {
      Open: open,
      ...Object.fromEntries(
        Array.from({ length: open }, (_, i) => [
          `WO-${numberOf(`${tag} ${i}`, 40_000, 49_999)}`,
          choice(`${tag} work ${i}`, ['Repaint', 'Replace gasket', 'Retorque bolts', 'Repair insulation']),
        ]),
      ),
    },
  };
}

const INSTRUMENTS = [
  ['PT', 'Pressure (barg)', 2, 24],
  ['TT', 'Temperature (°C)', 12, 180],
  ['LT', 'Level (%)', 20, 85],
] as const;

function instruments(tag: string): Records {
  const [, loop = tag] = /(\d+)$/.exec(tag) ?? [];
  return Object.fromEntries(
    INSTRUMENTS.map(([letters, quantity, least, most]) => {
      const name = `${letters}-${loop}`;
      const values = {
        [quantity]: numberOf(`${tag} ${letters}`, least * 10, most * 10) / 10,
        Calibrated: day(`${tag} ${letters}`, 2025),
        Maker: choice(`${tag} ${letters}`, ['Northfield', 'Aldgate', 'Osprey']),
      };
      return [name, values];
    }),
  );
}
