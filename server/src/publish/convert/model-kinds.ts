import path from 'node:path';

/** Endings of the files that are converted. Apart from the readers, which only the process that converts should load. */
const MODEL_ENDINGS = ['.glb', '.gltf', '.ifc', '.ifczip'] as const;
export type ModelEnding = (typeof MODEL_ENDINGS)[number];

/** The ending by which a file is known as a model that is converted; null for any other. */
export function modelEnding(filePath: string): ModelEnding | null {
  const ending = path.extname(filePath).toLowerCase();
  return MODEL_ENDINGS.find((known) => known === ending) ?? null;
}
