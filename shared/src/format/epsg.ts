/** A typed code of the EPSG registry: "25832" or "EPSG:25832"; null for other text. */
export function epsgOf(text: string): `EPSG:${number}` | null {
  const digits = /^\s*(?:epsg\s*:\s*)?(\d{4,6})\s*$/i.exec(text)?.[1];
  return digits === undefined ? null : `EPSG:${Number(digits)}`;
}
