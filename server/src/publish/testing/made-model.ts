import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Document, type Node, NodeIO } from '@gltf-transform/core';
import { BOX_TRIANGLES, boxCorners } from './made-box.ts';

/** An item of a made model: a box of `size` metres about `at` (z up), or a group. */
export interface MadeObject {
  name: string;
  at?: readonly [number, number, number];
  size?: readonly [number, number, number];
  colour?: readonly [number, number, number, number];
  extras?: Record<string, unknown>;
  children?: readonly MadeObject[];
}

/** Writes `<name>.glb` of boxes into a folder; returns its path. One mesh a colour, scaled by its nodes. */
export async function aModelFile(folder: string, name: string, objects: readonly MadeObject[]): Promise<string> {
  const document = new Document();
  const scene = document.createScene();
  const buffer = document.createBuffer();
  const meshes = new Map<string, ReturnType<typeof document.createMesh>>();
  const mesh = (colour: readonly number[]) => {
    const known = meshes.get(String(colour));
    if (known) return known;
    const primitive = document
      .createPrimitive()
      .setAttribute(
        'POSITION',
        document
          .createAccessor()
          .setType('VEC3')
          .setArray(boxCorners([1, 1, 1]))
          .setBuffer(buffer),
      )
      .setIndices(document.createAccessor().setType('SCALAR').setArray(BOX_TRIANGLES).setBuffer(buffer))
      .setMaterial(
        document
          .createMaterial()
          .setBaseColorFactor([...colour] as [number, number, number, number])
          .setAlphaMode(colour[3]! < 1 ? 'BLEND' : 'OPAQUE'),
      );
    const made = document.createMesh().addPrimitive(primitive);
    meshes.set(String(colour), made);
    return made;
  };
  const add = (object: MadeObject): Node => {
    const node = document.createNode(object.name).setExtras(object.extras ?? {});
    for (const child of object.children ?? []) node.addChild(add(child));
    if (!object.size) return node;
    // The box is in its own node where others are below, so that they are not scaled with it.
    const [x, y, z] = object.at!;
    const [sx, sy, sz] = object.size;
    if (object.children) throw new Error('A box has no children here.');
    return node
      .setMesh(mesh(object.colour ?? [1, 1, 1, 1]))
      .setTranslation([x, z, -y])
      .setScale([sx, sz, sy]);
  };
  for (const object of objects) scene.addChild(add(object));
  const file = path.join(folder, `${name}.glb`);
  await writeFile(file, await new NodeIO().writeBinary(document));
  return file;
}
