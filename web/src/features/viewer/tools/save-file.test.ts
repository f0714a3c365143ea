import { expect, it } from 'vitest';
import { exportFileName } from './save-file.ts';

it.each([
  ['Distance', 'csv', 'distance-2026-03-04.csv'],
  ['To plane', 'geojson', 'to-plane-2026-03-04.geojson'],
  ['Évreux / ../tank', 'csv', 'evreux-tank-2026-03-04.csv'],
  ['…', 'csv', 'export-2026-03-04.csv'],
])('"%s" is saved as %s: %s', (subject, extension, name) => {
  expect(exportFileName(subject, extension, new Date(2026, 2, 4))).toBe(name);
});
