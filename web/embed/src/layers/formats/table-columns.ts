/** Finds the columns of positions in a table by their titles, in several languages and with units. */

/** The columns of positions in a table. */
export interface PositionColumns {
  readonly x: string;
  readonly y: string;
  readonly z: string | null;
  readonly read: 'degrees' | 'local';
  /** Metres of the unit that the title of the heights states, otherwise 1. */
  readonly metresPerHeightUnit: number;
}

interface Known {
  readonly x: RegExp;
  readonly y: RegExp;
  readonly read: PositionColumns['read'];
}

/**
 * In the order of the search: international titles first. Titles such as "Breite" are also those of sizes; they count only if both
 * columns are there.
 */
const KNOWN: readonly Known[] = [
  {
    x: /^(?:gps|wgs ?84|geo|pos|point|coord)? ?(?:lon|lng|long|longitude)(?: ?(?:wgs ?84|gps|dd|decimal))?$/,
    y: /^(?:gps|wgs ?84|geo|pos|point|coord)? ?(?:lat|latitude)(?: ?(?:wgs ?84|gps|dd|decimal))?$/,
    read: 'degrees',
  },
  {
    x: /^(?:geo(?:graphische|gr)? )?(?:lange|laenge|langengrad|laengengrad|longitud|longitudine|lengtegraad)$/,
    y: /^(?:geo(?:graphische|gr)? )?(?:breite|breitengrad|latitud|latitudine|breedtegraad)$/,
    read: 'degrees',
  },
  { x: /^(?:e|east|easting|utm e|e utm)$/, y: /^(?:n|north|northing|utm n|n utm)$/, read: 'local' },
  { x: /^(?:rechtswert|rw|ostwert|ost|est)$/, y: /^(?:hochwert|hw|nordwert|nord)$/, read: 'local' },
  { x: /^(?:(?:point|coord|pos|position) )?x(?: (?:coord|coordinate|koordinate|utm))?$/, y: /^(?:(?:point|coord|pos|position) )?y(?: (?:coord|coordinate|koordinate|utm))?$/, read: 'local' }, // prettier-ignore
];
const HEIGHT =
  /^(?:gps )?(?:h|z|alt|altitude|height|elev|elevation|up|hohe|hoehe|hauteur|altura|quota|hoogte|(?:point|coord|pos) z|z (?:coord|coordinate|koordinate))$/;
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/(?:^|[\s([_])(?:us ?ft|us survey f(?:oo|ee)t|ftus)[\])]?$/i, 1200 / 3937],
  [/(?:^|[\s([_])(?:ft|feet|foot)[\])]?$/i, 0.3048],
];

/** The columns by the titles of a table; null if no pair is recognised. */
export function positionColumns(titles: readonly string[]): PositionColumns | null {
  const plain = titles.map((title) => [title, plainTitle(title)] as const);
  const find = (pattern: RegExp) => plain.find(([, text]) => pattern.test(text))?.[0];
  for (const { x, y, read } of KNOWN) {
    const [foundX, foundY, z] = [find(x), find(y), find(HEIGHT) ?? null];
    if (foundX === undefined || foundY === undefined) continue;
    const unit = z === null ? undefined : UNITS.find(([pattern]) => pattern.test(z.trim()));
    return { x: foundX, y: foundY, z, read, metresPerHeightUnit: unit?.[1] ?? 1 };
  }
  return null;
}

/** Without accents, units and marks: "Höhe [m]" and "height_m" are "hohe" and "height". */
const plainTitle = (title: string): string =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[([{].*?[)\]}]|[°.:"'*]/g, ' ')
    .replaceAll(/[_\-\s]+/g, ' ')
    .trim()
    .replace(/ (?:m|meter|metre|metres|deg|degree|degrees|grad|ft|feet|us ?ft)$/, '');

const TITLES_AT_MOST = 12;

/** Says which columns were found and which are looked for. */
export function noColumnsText(titles: readonly string[]): string {
  const shown = titles.slice(0, TITLES_AT_MOST).map((title) => `“${title.slice(0, 30)}”`);
  const more = titles.length > shown.length ? ' …' : '';
  return (
    'It has no columns of positions: longitude and latitude, easting and northing, or x and y. ' +
    `Name them in its first line. Its columns, separated by comma, semicolon or tabulator, are ${shown.join(', ')}${more}.`
  );
}
