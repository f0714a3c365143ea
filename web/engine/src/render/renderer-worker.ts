/** Posts the renderer description to the page (software-renderer.ts). Throws if workers have no WebGL 2. */
import { describeRenderer } from './describe-renderer.ts';

const renderer = describeRenderer(new OffscreenCanvas(1, 1));
if (!renderer.hasWebGl2) throw new Error('No WebGL 2 in workers.');
self.postMessage(renderer);
