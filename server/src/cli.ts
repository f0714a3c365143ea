import { runCli } from './cli/run-cli.ts';

const { env: variables, stdin, stdout, stderr } = process;
process.exitCode = await runCli(process.argv.slice(2), { variables, stdin, stdout, stderr });
