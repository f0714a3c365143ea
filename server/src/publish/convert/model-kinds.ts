import path from 'node:path';

/** Endings of the files that are converted. Separate from the readers, which only the converting process loads. */
const MODEL_ENDINGS = ['.glb', '.gltf', '.ifc', '.ifczip'] as const;
export type ModelEnding = (typeof MODEL_ENDINGS)[number];

/** The file name ending of a model that is converted; null for any other file. */
export function modelEnding(filePath: string): ModelEnding | null {
  const ending = path.extname(filePath).toLowerCase();
  return MODEL_ENDINGS.find((known) => known === ending) ?? null;
}
