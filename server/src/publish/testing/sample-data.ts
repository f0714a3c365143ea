import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Public sample tilesets, kept beside the project where there are any. */
const SAMPLES = fileURLToPath(new URL('../../../../../shared/data/tiles/', import.meta.url));

export const sample = (name: string): string => path.join(SAMPLES, name);
export const hasSample = (name: string): boolean => existsSync(sample(name));
