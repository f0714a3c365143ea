/** How the filter of the object tree begins (specification §9 "Colours and opacity"). */
export const CAD_FILTER = {
  /** Of what is selected. */
  highlightColor: '#FAA21B',
  /** Of what a search has found. */
  filterColor: '#00FFFF',
  opacityPercent: 2,
} as const;

/** Colours that the values of a property are told apart by, in their order; further values share the last, a grey. */
export const VALUE_COLORS = [
  '#4E79A7',
  '#F28E2B',
  '#59A14F',
  '#E15759',
  '#76B7B2',
  '#EDC948',
  '#B07AA1',
  '#FF9DA7',
  '#9C755F',
  '#86BCB6',
  '#D37295',
  '#8CD17D',
  '#8A939C',
] as const;
