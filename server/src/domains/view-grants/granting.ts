import type { Caller, SignedInContext } from '../../context.ts';
import type { Env } from '../../env.ts';

/** Who makes, lists and changes grants, and with what: a request's context, or the command line's in the name of a user. */
export type Granting = Pick<SignedInContext, 'db' | 'log' | 'clock' | 'passwords' | 'address'> & {
  readonly caller: Pick<Caller, 'userId' | 'permissions'>;
  readonly env: Pick<Env, 'embedOrigins' | 'publicUrl'>;
};
