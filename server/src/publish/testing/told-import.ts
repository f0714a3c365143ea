import { openDatabase } from '@overlook/db';
import { readEnv } from '../../env.ts';
import { openStores } from '../../storage/folders/open-stores.ts';
import { type ImportRequest, importSite } from '../import/import-site.ts';

/** Run by tests in a process of its own: runs an import and prints each step of its progress on a line. `variables` may have a `STORAGE_URL`. */
const [dataDir, filesDir, request, variables = '{}'] = process.argv.slice(2);
const { db, close } = await openDatabase({ dataDir: dataDir! });
const { close: closeStores, ...stores } = await openStores(
  readEnv(JSON.parse(variables) as Record<string, string>),
  filesDir!,
  db,
);
await importSite(
  {
    db,
    ...stores,
    onProgress: (progress) => {
      const step = progress.phase === 'building points' ? progress.step : progress.phase;
      process.stdout.write(`${step}\n`);
    },
  },
  JSON.parse(request!) as ImportRequest,
);
await closeStores();
await close();
