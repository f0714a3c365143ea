/** How the filter of the object tree begins (specification §9 "Colours and opacity"). */
export const CAD_FILTER = {
  /** Of the selected objects. */
  highlightColor: '#FAA21B',
  /** Of the objects that a search has found. */
  filterColor: '#00FFFF',
  opacityPercent: 2,
  /** Of all objects that are not selected in x-ray mode: they can be seen and picked, and one can see through them. */
  xrayOpacityPercent: 15,
} as const;

/**
 * The hues of selected and of found objects are reserved: colours of values differ from them by at least this angle
 * (interface brief §10 "Project Layer").
 */
export const KEPT_HUE_DEG = 20;

/** Colours that the values of a property are told apart by, in their order; further values share the last, a grey. */
export const VALUE_COLORS = [
  '#5B93E0',
  '#86C66B',
  '#9A86F0',
  '#DB7FC8',
  '#F07F95',
  '#4FBF8B',
  '#C3CC4E',
  '#6C7BE8',
  '#E0605C',
  '#5FA8E8',
  '#B66BD8',
  '#4C9A52',
  '#98A2AE',
] as const;
