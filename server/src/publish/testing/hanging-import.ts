import { openDatabase } from '@overlook/db';
import { createWorker } from '../../services/jobs/worker.ts';
import { siteImportHandler } from '../import/import-job.ts';
import { nodeFs } from '../../errors/publish-fs.ts';
import { FolderStore } from '../../storage/objects/folder-store.ts';

/**
 * Run by tests in a process of its own: takes an import, prints a line when it has copied a file, moved a folder or
 * stored an object, and stops there.
 */
const [dataDir, filesDir, databaseUrl] = process.argv.slice(2);
const { db } = await openDatabase({ dataDir: dataDir!, databaseUrl });
const fs = {
  ...nodeFs,
  async copy(from: string, to: string) {
    await nodeFs.copy(from, to);
    process.stdout.write('copied\n');
    await new Promise(() => {});
  },
  async rename(from: string, to: string) {
    await nodeFs.rename(from, to);
    process.stdout.write('moved\n');
    await new Promise(() => {});
  },
};
class HangingStore extends FolderStore {
  override async takeFile(key: string, file: string): Promise<void> {
    await super.takeFile(key, file);
    process.stdout.write('stored\n');
    await new Promise(() => {});
  }
}
const objects = new HangingStore(filesDir!);
const handlers = [siteImportHandler({ db, filesDir: filesDir!, fs, objects })];
createWorker({ db, handlers, log: console }).start();
