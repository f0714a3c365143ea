import { openDatabase } from '@overlook/db';
import { type ImportRequest, importSite } from '../import/import-site.ts';

/** Run by tests in a process of its own: runs an import and prints each step of its progress on a line. */
const [dataDir, filesDir, request] = process.argv.slice(2);
const { db, close } = await openDatabase({ dataDir: dataDir! });
await importSite(
  {
    db,
    filesDir: filesDir!,
    onProgress: (progress) => {
      const step = progress.phase === 'building points' ? progress.step : progress.phase;
      process.stdout.write(`${step}\n`);
    },
  },
  JSON.parse(request!) as ImportRequest,
);
await close();
