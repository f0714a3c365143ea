/** Classes of points, named as ASPRS LAS 1.4 R15, table 17, names them, with a colour that tells each from its neighbours on a dark ground. */
export const POINT_CLASSES: readonly { readonly code: number; readonly label: string; readonly color: string }[] = [
  { code: 0, label: 'Created, Never Classified', color: '#9aa4ae' },
  { code: 1, label: 'Unclassified', color: '#c3cad1' },
  { code: 2, label: 'Ground', color: '#b98a5a' },
  { code: 3, label: 'Low Vegetation', color: '#9fd07a' },
  { code: 4, label: 'Medium Vegetation', color: '#5fb85a' },
  { code: 5, label: 'High Vegetation', color: '#2f8f45' },
  { code: 6, label: 'Building', color: '#e2725b' },
  { code: 7, label: 'Low Point (Noise)', color: '#8b5fbf' },
  { code: 9, label: 'Water', color: '#4a90d9' },
  { code: 10, label: 'Rail', color: '#d6c04a' },
  { code: 11, label: 'Road Surface', color: '#7a7f86' },
  { code: 13, label: 'Wire - Guard (Shield)', color: '#f2b8d0' },
  { code: 14, label: 'Wire - Conductor (Phase)', color: '#f06fa8' },
  { code: 15, label: 'Transmission Tower', color: '#46c7c7' },
  { code: 16, label: 'Wire-Structure Connector (Insulator)', color: '#b06fe0' },
  { code: 17, label: 'Bridge Deck', color: '#d99a3d' },
  { code: 18, label: 'High Noise', color: '#6f4a8f' },
  { code: 19, label: 'Overhead Structure', color: '#c9624f' },
  { code: 20, label: 'Ignored Ground', color: '#d2ab82' },
  { code: 21, label: 'Snow', color: '#eef6ff' },
  { code: 22, label: 'Temporal Exclusion', color: '#7d8f5a' },
];

/** For codes that the standard does not define. */
export const OTHER_CLASS_COLOR = '#e8e8e8';

/** From here on classes are defined by a project; below, those without a name are reserved. */
const CLASS_USER_FIRST = 64;

/** Name and colour of any class, 0 to 255. */
export function pointClass(code: number): { readonly label: string; readonly color: string } {
  const kind = code < CLASS_USER_FIRST ? 'Reserved' : 'User Definable';
  return POINT_CLASSES.find((one) => one.code === code) ?? { label: `${kind} ${code}`, color: OTHER_CLASS_COLOR };
}
