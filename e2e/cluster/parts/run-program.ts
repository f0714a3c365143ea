import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';

/** Runs a program to its end, without holding up the links of this process; returns what it printed. Throws with its complaint. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; user?: { uid: number; gid: number } | null } = {},
): Promise<string> {
  const env = { PATH: process.env['PATH'], ...options.env };
  const { stdout } = await promisify(execFile)(command, args, { env, cwd: tmpdir(), ...options.user });
  return stdout;
}
