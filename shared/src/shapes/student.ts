const Z = 1.959_963_985;

/**
 * The factor of a two-sided 95 % interval by Student's t of some degrees of freedom, to 0.3 % from 4 on (Cornish–Fisher series,
 * Abramowitz and Stegun 26.7.5).
 */
export function studentFactor95(degreesOfFreedom: number): number {
  const v = degreesOfFreedom;
  return (
    Z +
    (Z ** 3 + Z) / (4 * v) +
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * v ** 2) +
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / (384 * v ** 3) +
    (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / (92_160 * v ** 4)
  );
}
