import { readFile } from 'node:fs/promises';
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { cross, length, subtract, type Vec3 } from '@overlook/shared/maths';
import { validateBytes } from 'gltf-validator';

/** An object of an exported GLB. */
export interface ReadObject {
  readonly name: string;
  readonly extras: Record<string, unknown>;
  readonly triangles: (readonly [Vec3, Vec3, Vec3])[];
  readonly primitives: { readonly attributes: Record<string, number[][]>; readonly material: string | null }[];
}

/** Reads an export with an independent library, and lists the errors of the Khronos validator. */
export async function readExport(path: string) {
  const bytes = await readFile(path);
  const { issues } = await validateBytes(Uint8Array.from(bytes), { maxIssues: 50 });
  const errors = issues.messages.filter(({ severity }) => severity === 0);
  const document = await new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(Uint8Array.from(bytes));
  const root = document.getRoot();
  const objects = root
    .listNodes()
    .filter((node) => node.getMesh())
    .map((node): ReadObject => {
      const primitives = node.getMesh()!.listPrimitives();
      const triangles = primitives.flatMap((primitive) => {
        const [positions, indices] = [primitive.getAttribute('POSITION')!, primitive.getIndices()!];
        const at = (i: number) => positions.getElement(indices.getScalar(i), [0, 0, 0]) as Vec3;
        return Array.from(
          { length: indices.getCount() / 3 },
          (_, i) => [at(3 * i), at(3 * i + 1), at(3 * i + 2)] as const,
        );
      });
      return {
        name: node.getName(),
        extras: node.getExtras(),
        triangles,
        primitives: primitives.map((primitive) => ({
          attributes: Object.fromEntries(
            primitive.listSemantics().map((name) => {
              const accessor = primitive.getAttribute(name)!;
              return [name, Array.from({ length: accessor.getCount() }, (_, i) => accessor.getElement(i, []))];
            }),
          ),
          material: primitive.getMaterial()?.getName() ?? null,
        })),
      };
    });
  return {
    errors,
    objects,
    asset: root.getAsset() as unknown as Record<string, unknown>,
    document,
    sizeBytes: bytes.length,
  };
}

/** Square metres. */
export const areaOf = (triangles: ReadObject['triangles']): number =>
  triangles.reduce((sum, [a, b, c]) => sum + length(cross(subtract(b, a), subtract(c, a))) / 2, 0);
