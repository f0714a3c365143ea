export { copyEmptyDatabase } from './copied-database.ts';
export { freePort } from './free-port.ts';
export { openMemoryDatabase } from './memory-database.ts';
export { postgresPrograms, postgresUser } from './postgres-programs.ts';
export { createScratchDatabase } from './scratch-postgres.ts';
export { mountDisk } from './mounted-disk.ts';
