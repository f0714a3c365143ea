/** The engine without the product around it, for tests that open, close and starve it. */
import { createStage } from '../../web/src/engine/index.ts';

Object.assign(window, { createStage, container: document.getElementById('view') });
document.documentElement.dataset['ready'] = 'true';
