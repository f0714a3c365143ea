import type { Env } from '../env.ts';
import { DEMO_ACCOUNTS } from '../demo/demo-accounts.ts';

/** The text for the operator when the server is ready. `port` is the one on which it listens. */
export function greeting(env: Env, port: number): string {
  const url = env.port === 0 ? `http://localhost:${port}` : env.publicUrl;
  const lines = [`${env.productName} is ready: ${url}`];
  if (env.demo) {
    const widest = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length));
    lines.push('', 'Demo accounts:');
    for (const { email, password } of DEMO_ACCOUNTS) lines.push(`  ${email.padEnd(widest)}  ${password}`);
  }
  return `${lines.join('\n')}\n`;
}
