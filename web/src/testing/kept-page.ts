/**
 * happy-dom for all test files of a worker: one page, emptied before each file. React and Testing Library hold on to the page of
 * the file that loads them first, so files can share what they import only if they share the page.
 */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

const happyDom = builtinEnvironments['happy-dom'];
let page: Promise<unknown> | null = null;

const keptPage: Environment = {
  name: 'kept-page',
  viteEnvironment: 'client',
  async setup(global: typeof globalThis, options) {
    await (page ??= Promise.resolve(happyDom.setup(global, options)));
    global.localStorage.clear();
    global.sessionStorage.clear();
    history.replaceState(null, '', '/');
    document.head.replaceChildren();
    document.body.replaceChildren();
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
    return { teardown: () => undefined };
  },
};

// oxlint-disable-next-line import/no-default-export -- vitest loads the default export of an environment's file
export default keptPage;
