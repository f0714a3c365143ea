import { transformPoint } from '@overlook/shared/maths';
import type { CadModel } from '../../cad-model.ts';

/** Index of the only item of that name. Throws when there is none or more than one. */
export function itemNamed({ tree }: CadModel, name: string): number {
  const index = tree.names.indexOf(name);
  if (index < 0 || tree.names.includes(name, index + 1)) throw new Error(`Not one item is called ${name}.`);
  return index;
}

export const childNames = ({ tree }: CadModel, parent: number): string[] =>
  tree.names.filter((_, index) => tree.parents[index] === parent);

export function classCounts({ tree }: CadModel): Record<string, number> {
  const counts: Record<string, number> = {};
  tree.names.forEach((_, index) => {
    const name = String(tree.details(index).properties['Item']?.['Class']);
    counts[name] = (counts[name] ?? 0) + 1;
  });
  return counts;
}

export const triangleCount = ({ parts, geometries }: CadModel): number =>
  parts.reduce((sum, { geometry }) => sum + geometries[geometry]!.indices.length / 3, 0);

/** Box around all vertices in the model's frame, to the micrometre. */
export function boxOfModel({ parts, geometries }: CadModel): { low: number[]; high: number[] } {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const { geometry, matrix } of parts) {
    const { positions } = geometries[geometry]!;
    for (let i = 0; i < positions.length; i += 3) {
      transformPoint(matrix, [positions[i]!, positions[i + 1]!, positions[i + 2]!]).forEach((value, axis) => {
        low![axis] = Math.min(low![axis]!, value);
        high![axis] = Math.max(high![axis]!, value);
      });
    }
  }
  const micrometres = (value: number) => Math.round(value * 1e6) / 1e6;
  return { low: low!.map(micrometres), high: high!.map(micrometres) };
}
