import type { Arguments, OperationCommand, PrintCommand } from './command.ts';
import { ADMINISTRATOR_ROLE } from './administrator-role.ts';
import type { CreatedUser } from './create-user.ts';
import { UsageError } from '../errors/failure.ts';

const text = { type: 'string' } as const;

export const userCreate: OperationCommand = {
  words: ['user', 'create'],
  summary: 'add a user',
  help: `Usage: overlook user create <e-mail> --first-name F --last-name L [options]

Adds a user who may sign in at once. Without --password one is generated and printed once.

Options:
  --password P      the password (others on this machine may see it while the command runs)
  --role R          display name of a role; may be given several times
  --admin           give the role “${ADMINISTRATOR_ROLE}”, which may do everything; it is created when missing
  --json            print the result as JSON
  --help            print this text`,
  options: {
    'first-name': text,
    'last-name': text,
    password: text,
    role: { type: 'string', multiple: true },
    admin: { type: 'boolean' },
  },
  operation: 'user.create',
  toInput: ({ options, positionals }: Arguments) => {
    if (positionals.length !== 1) throw new UsageError('Give one e-mail address.');
    const { 'first-name': firstName, 'last-name': lastName, password, role, admin } = options;
    if (firstName === undefined || lastName === undefined) throw new UsageError('Give --first-name and --last-name.');
    return {
      email: positionals[0],
      firstName,
      lastName,
      ...(password === undefined ? {} : { password }),
      roles: role ?? [],
      isAdmin: admin === true,
    };
  },
  describe: ({ user, password }: CreatedUser) =>
    [
      `Added ${user.firstName} ${user.lastName} <${user.email}>${user.roles.length > 0 ? `: ${user.roles.join(', ')}` : ''}`,
      ...(password === undefined ? [] : [`Password: ${password}`]),
      ...(user.roles.length > 0 ? [] : ['The user has no role yet and can see nothing.']),
    ].join('\n'),
};

export const openapi: PrintCommand = {
  words: ['openapi'],
  summary: 'print the OpenAPI document of the REST interface',
  help: `Usage: overlook openapi

Prints the OpenAPI document of the REST interface as JSON.`,
  options: {},
  // Loaded only here: it imports the whole router.
  print: async ({ productName, publicUrl }) =>
    JSON.stringify((await import('../rest/openapi.ts')).openApiDocument(productName, publicUrl), null, 2),
};
