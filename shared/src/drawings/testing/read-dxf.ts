/** A polyline of a file, in its coordinates. */
export interface ReadPolyline {
  readonly layer: string;
  readonly isClosed: boolean;
  readonly points: readonly (readonly [x: number, y: number, z: number])[];
}

interface Pair {
  readonly code: number;
  readonly value: string;
}

function pairsOf(text: string): Pair[] {
  if (!text.endsWith('\r\n')) throw new Error('The file does not end with a line.');
  const lines = text.slice(0, -2).split('\r\n');
  if (lines.length % 2 === 1) throw new Error('The last code has no value.');
  return Array.from({ length: lines.length / 2 }, (_, i) => {
    const [code, value] = [lines[2 * i]!, lines[2 * i + 1]!];
    if (!/^\d{1,3}$/.test(code)) throw new Error(`"${code}" is no group code.`);
    if (!/^[ -~]*$/.test(value)) throw new Error(`"${value}" is not basic Latin.`);
    return { code: Number(code), value };
  });
}

/** Reads a DXF of release 12, strictly: throws for what the reference does not allow. */
export function readDxf(text: string) {
  const pairs = pairsOf(text);
  const comments = pairs.filter(({ code }) => code === 999).map(({ value }) => value);
  const rest = pairs.filter(({ code }) => code !== 999);
  const sections = new Map<string, Pair[]>();
  let at = 0;
  while (!(rest[at]!.code === 0 && rest[at]!.value === 'EOF')) {
    if (rest[at]!.value !== 'SECTION' || rest[at + 1]!.code !== 2) throw new Error('Here a section has to begin.');
    const end = rest.findIndex(({ code, value }, i) => i > at && code === 0 && value === 'ENDSEC');
    sections.set(rest[at + 1]!.value, rest.slice(at + 2, end));
    at = end + 1;
  }
  if (at !== rest.length - 1) throw new Error('Something follows the end of the file.');
  const layers = (sections.get('TABLES') ?? []).flatMap(({ code, value }, i, all) =>
    code === 0 && value === 'LAYER' && all[i + 1]?.code === 2 ? [all[i + 1]!.value] : [],
  );
  for (const layer of layers)
    if (!/^[A-Z0-9$_-]{1,31}$/.test(layer)) throw new Error(`"${layer}" is no name of a layer.`);
  const polylines: ReadPolyline[] = [];
  const texts: string[] = [];
  for (const entity of entitiesOf(sections.get('ENTITIES') ?? [])) {
    const first = (code: number) => entity.fields.find((field) => field.code === code)?.value;
    if (!layers.includes(first(8)!)) throw new Error(`The layer "${first(8)}" is not in the table.`);
    const open = polylines.at(-1) as { points: [number, number, number][] } | undefined;
    if (entity.kind === 'POLYLINE')
      polylines.push({ layer: first(8)!, isClosed: (Number(first(70)) & 1) === 1, points: [] });
    else if (entity.kind === 'VERTEX') open!.points.push([Number(first(10)), Number(first(20)), Number(first(30))]);
    else if (entity.kind === 'TEXT') texts.push(first(1)!);
    else if (entity.kind !== 'SEQEND') throw new Error(`${entity.kind} is not known.`);
  }
  const header = sections.get('HEADER') ?? [];
  const version = header[header.findIndex(({ value }) => value === '$ACADVER') + 1]?.value;
  return { version, comments, layers, polylines, texts };
}

function entitiesOf(pairs: readonly Pair[]): { kind: string; fields: Pair[] }[] {
  const entities: { kind: string; fields: Pair[] }[] = [];
  for (const pair of pairs)
    if (pair.code === 0) entities.push({ kind: pair.value, fields: [] });
    else entities.at(-1)!.fields.push(pair);
  return entities;
}
