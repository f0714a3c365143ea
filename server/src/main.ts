import { runProcess } from './start/run-process.ts';
import { serving } from './start/serving.ts';

await runProcess(serving({ works: true }), process.env);
