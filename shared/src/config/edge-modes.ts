/** Dark edges on layers without pictures: none, over the surfaces, or alone on white paper as a drawing for print. */
export const EDGE_MODES = ['off', 'on', 'drawing'] as const;
export type EdgeMode = (typeof EDGE_MODES)[number];
