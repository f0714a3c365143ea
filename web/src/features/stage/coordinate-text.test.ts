import { expect, it } from 'vitest';
import { coordinateTexts } from './coordinate-text.ts';

it.each([
  [
    { longitude: 138.4932141, latitude: -35.0789009, height: 31.419 },
    ['138.493214°', '\u221235.078901°', '31.42\u2009m'],
  ],
  [{ longitude: -0.0000001, latitude: 0, height: -0.001 }, ['0.000000°', '0.000000°', '0.00\u2009m']],
])('%j reads %j', (lla, texts) => expect(Object.values(coordinateTexts(lla))).toEqual(texts));
