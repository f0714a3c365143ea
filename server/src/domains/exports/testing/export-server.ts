import { resolve } from 'node:path';
import { openDatabase } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import { exportInProcess } from '../../../pointclouds/export/export-process.ts';
import { readEnv } from '../../../env.ts';
import { createMeshIndexes } from '../../../meshes/mesh-indexes.ts';
import { meshProcesses } from '../../../meshes/meshes-process.ts';
import { systemClock } from '../../../services/clock.ts';
import { releaseOrphans } from '../../../services/jobs/leases.ts';
import { FolderStore } from '../../../storage/objects/folder-store.ts';
import { createWorker } from '../../../services/jobs/worker.ts';
import { createMailQueue } from '../../../services/mail/queue-mail.ts';
import { StoredFolders } from '../../../storage/folders/stored-folders.ts';
import { cropHandler } from '../crop-handler.ts';

/** Run by tests in a process of its own, as a server that is started on a data folder: writes the exports that are due. */
const [dataDir] = process.argv.slice(2);
if (dataDir) {
  const database = await openDatabase({ dataDir });
  const { db } = database;
  await releaseOrphans(db);
  // A job that kills have met often would wait first.
  await db.update(jobs).set({ runAfter: new Date(0) });
  const env = readEnv({});
  const filesDir = resolve(dataDir, 'files');
  const mail = createMailQueue(env.productName);
  const objects = new FolderStore(filesDir);
  const folders = new StoredFolders({ filesDir, objects });
  const meshIndexes = createMeshIndexes({ folders, memoryMb: env.convertMemoryMb, index: meshProcesses.index });
  const exporting = { exportCloud: exportInProcess, meshes: meshProcesses, meshIndexes };
  const handler = cropHandler({
    db,
    filesDir,
    objects,
    folders,
    env,
    mail,
    clock: systemClock,
    ...exporting,
  });
  const log = { warn: () => {}, error: () => {} };
  const worker = () => createWorker({ db, handlers: [handler], log }).runDue();
  process.stdout.write('ready\n');
  await Promise.all([worker(), worker()]);
  await database.close();
}
