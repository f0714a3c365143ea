export { copyEmptyDatabase } from './copied-database.ts';
export { openMemoryDatabase } from './memory-database.ts';
export { createScratchDatabase } from './scratch-postgres.ts';
export { mountDisk } from './mounted-disk.ts';
