import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readGlb, readTableTile } from '@overlook/shared/tiles3d';
import { validateBytes } from 'gltf-validator';

const ERROR = 0;

/**
 * The errors of the Khronos validator in the GLBs of a folder, plain or in b3dm: file, place, message. It
 * does not look into buffers that EXT_meshopt_compression compresses. Throws where the folder holds no GLB.
 */
export async function khronosErrors(folder: string): Promise<string[]> {
  const errors: string[] = [];
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(glb|b3dm)$/.test(name));
  if (names.length === 0) throw new Error(`${folder} holds no GLB.`);
  for (const name of names) {
    const bytes = await readFile(path.join(folder, name));
    const body = name.endsWith('.b3dm') ? readTableTile(bytes, 'b3dm').body : bytes;
    const glb = Uint8Array.from(body.subarray(0, readGlb(body).byteLength));
    const { issues } = await validateBytes(glb, { maxIssues: 20 });
    for (const { severity, pointer, message } of issues.messages)
      if (severity === ERROR) errors.push(`${name}${pointer}: ${message}`);
  }
  return errors;
}
