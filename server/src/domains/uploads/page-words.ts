/** Options of the command line, longest first, and the fields of the page that mean the same. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/--crs EPSG:n or --crs "\+proj=… \+units=m"/g, '“Coordinates”, as EPSG:n or +proj=… +units=m'],
  [/--crs EPSG:n/g, '“Coordinates”, as EPSG:n'],
  [/--crs\b/g, '“Coordinates”'],
  [/--at longitude,latitude,height\[,heading\]/g, '“Position”'],
  [/--at\b/g, '“Position”'],
  [/--altitudes ellipsoidal/g, '“Heights” above the ellipsoid'],
  [/--altitudes\b/g, '“Heights”'],
  [/--captured with a date to keep both/g, 'a date under “Captured on” to keep both'],
  [/--captured\b/g, '“Captured on”'],
  [/--replace-position\b/g, '“Move data that has a position, too”'],
  [/--replace\b/g, '“Replace the published capture”'],
  [/--part\b/g, '“A part, scanned anew”'],
  [/--onto\b/g, '“Part of the capture of”'],
  [/--within\b/g, '“Replace only within”'],
  [/--without-pictures\b/g, '“Take the pictures of the files as photos”'],
  [/--anywhere\b/g, '“Take photos far from the site”'],
  [/--(photos|points|cad|properties)\b/g, 'the $1 in the same delivery'],
];

/** A sentence of the importer, which names options of the command line, for a person at the page. */
export const inPageWords = (sentence: string): string =>
  FIELDS.reduce((text, [option, field]) => text.replaceAll(option, field), sentence);
