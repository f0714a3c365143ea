import { openDatabase } from '../index.ts';

/** Run by tests in a process of its own: opens a database, says so on stdout, and stays until its stdin closes. */
const [dataDir, databaseUrl] = process.argv.slice(2);
try {
  const database = await openDatabase({ dataDir: dataDir!, databaseUrl });
  process.stdout.write('open\n');
  process.stdin.on('end', () => void database.close().then(() => process.exit(0)));
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}\n`);
  process.exit(1);
}
