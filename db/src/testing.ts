export { openMemoryDatabase } from './memory-database.ts';
export { createScratchDatabase } from './scratch-postgres.ts';
