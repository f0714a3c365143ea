export { openMemoryDatabase } from './pglite.ts';
export { createScratchDatabase } from './scratch-postgres.ts';
