/** A spacing of points in metres as the specification writes it: "2.5mm" (§9 "Export"). */
export const densityText = (metres: number): string => `${Number((metres * 1000).toFixed(3))}mm`;
