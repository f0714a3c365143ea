import { makeSessionTools } from '../../../state/session-tools.ts';

/** Makes the tools, once; they are loaded with the engine. */
export const loadTools = () => makeSessionTools(() => import('@overlook/engine'));
