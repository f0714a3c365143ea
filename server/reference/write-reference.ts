/** Writes docs/reference. A test compares it with what this would write. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFERENCE_DOCUMENTS, written } from './documents.ts';

const FOLDER = join(import.meta.dirname, '../../docs/reference');

mkdirSync(FOLDER, { recursive: true });
for (const [name, make] of Object.entries(REFERENCE_DOCUMENTS)) writeFileSync(join(FOLDER, name), written(make()));
