import type { Caller, SignedInContext } from '../../context.ts';
import type { Env } from '../../env.ts';

/**
 * The caller and dependencies of operations on grants: those of a request, or of the command line in the name of a
 * user.
 */
export type Granting = Pick<SignedInContext, 'db' | 'log' | 'clock' | 'passwords' | 'address'> & {
  readonly caller: Pick<Caller, 'userId' | 'permissions'>;
  readonly env: Pick<Env, 'embedOrigins' | 'publicUrl'>;
};
