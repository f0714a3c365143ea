import { UsageError } from '../errors/failure.ts';
import type { OperationCommand, TaskCommand } from './command.ts';
import type { MovedDatabase } from './move-database.ts';
import { assertNoMoreArguments } from './site-commands.ts';

export const dbMigrate: OperationCommand = {
  words: ['db', 'migrate'],
  summary: 'bring the database up to date',
  help: `Usage: overlook db migrate [--json]

Creates or updates the tables. The server does this itself when it starts.`,
  options: {},
  operation: 'db.migrate',
  toInput: ({ positionals }) => assertNoMoreArguments(positionals),
  describe: () => 'The database is up to date.',
};

export const dbMove: TaskCommand = {
  words: ['db', 'move'],
  summary: 'move the embedded database to PostgreSQL',
  help: `Usage: overlook db move --to postgres://user:password@host:5432/name

Copies the embedded database of DATA_DIR to an empty database of a PostgreSQL server, and compares each table. Stop the
server first: what is changed meanwhile would be lost. The embedded database stays as it is.

Options:
  --to URL          the empty database (others on this machine may see its password while the command runs)
  --json            print the result as JSON
  --help            print this text`,
  options: { to: { type: 'string' } },
  async task({ options, positionals }, env, context) {
    assertNoMoreArguments(positionals);
    const to = options['to'];
    if (typeof to !== 'string' || !/^postgres(ql)?:\/\//.test(to) || !URL.canParse(to))
      throw new UsageError('Give the empty database as --to postgres://user:password@host:5432/name.');
    // Loaded only here: most commands work without it.
    return (await import('./move-database.ts')).moveDatabase(env, to, context);
  },
  describe: ({ tables, rows }: MovedDatabase) =>
    [
      `Moved ${rows} rows of ${tables} tables. Each table is equal in both databases.`,
      'Set DATABASE_URL to the new database before the server starts. DATA_DIR stays: it has the files and, without SECRET_KEY, the key.',
      'The folder “database” in it is no longer used; keep it until you have seen the server run.',
    ].join('\n'),
};
