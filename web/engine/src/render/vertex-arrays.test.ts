import { expect, it } from 'vitest';
import { VertexArrays } from './vertex-arrays.ts';

it('binds as the browser does, and luma.gl notes that none is bound', () => {
  const bound: unknown[] = [];
  const noted: unknown[] = [];
  const browser = { bindVertexArray: (vertexArray: unknown) => void bound.push(vertexArray) };
  const gl = Object.assign(Object.create(browser), {
    bindVertexArray: (vertexArray: unknown) => {
      noted.push(vertexArray);
      browser.bindVertexArray(vertexArray);
    },
  }) as WebGL2RenderingContext;
  const arrays = new VertexArrays(gl);
  arrays.begin();
  arrays.bind('first' as never);
  arrays.bind('second' as never);
  arrays.end();
  expect(bound).toEqual([null, 'first', 'second', null]);
  expect(noted).toEqual([null]);
});
