import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Public sample tilesets, kept beside the project where there are any. */
const SAMPLES = fileURLToPath(new URL('../../../../../shared/data/tiles/', import.meta.url));

export const sample = (name: string): string => path.join(SAMPLES, name);
export const hasSample = (name: string): boolean => existsSync(sample(name));

const DATA = path.dirname(SAMPLES);

/** Path of any other public sample file, by its path in the data folder. */
export const sampleFile = (name: string): string => path.join(DATA, name);
export const hasSampleFile = (name: string): boolean => existsSync(sampleFile(name));
