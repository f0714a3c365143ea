import { describe, expect, it } from 'vitest';
import { held, limitAt, type NumberRange, readNumber, stepFactor, stepped, writeNumber } from './number-step.ts';

const SIZE: NumberRange = { step: 0.25, decimals: 2, least: 0.05 };
const HEADING: NumberRange = { step: 10, decimals: 0, turn: 360 };

describe('steps', () => {
  it.each([
    [2.5, 1, 2.75],
    [2.5, -10, 0.05],
    [0.05, -1, 0.05],
    [0.3, 0.1, 0.325],
  ])('of a size: %d by %d is %d', (value, steps, next) => expect(stepped(value, SIZE, steps)).toBe(next));

  it.each([
    [350, 1, 0],
    [0, -1, 350],
    [355, 1, 5],
    [0, -36, 0],
  ])('of a turn: %d by %d is %d', (value, steps, next) => expect(stepped(value, HEADING, steps)).toBe(next));

  it('gather no dust', () => {
    let value = 0;
    for (let i = 0; i < 1000; i++) value = stepped(value, { step: 0.1, decimals: 1 }, 1);
    expect(value).toBe(100);
  });

  it('count ten with Shift, a tenth with Alt', () => {
    expect(stepFactor({ shiftKey: true, altKey: false })).toBe(10);
    expect(stepFactor({ shiftKey: false, altKey: true })).toBe(0.1);
    expect(stepFactor({ shiftKey: false, altKey: false })).toBe(1);
  });
});

describe('the value of the field', () => {
  it('keeps an angle below a full turn when it would be rounded up to it', () =>
    expect(held(359.999, HEADING)).toBe(0));
  it('has no negative zero', () => expect(Object.is(held(-0.0001, { step: 1, decimals: 0 }), 0)).toBe(true));
  it.each([
    [0.05, 'least'],
    [1, null],
  ])('%d is at the limit %s', (value, limit) => expect(limitAt(value, SIZE)).toBe(limit));
  it('knows the upper end', () => expect(limitAt(20, { step: 1, decimals: 0, most: 20 })).toBe('most'));
});

describe('writing', () => {
  it.each([
    [22, 2, '22.00'],
    [0.325, 2, '0.325'],
    [-1.5, 2, '\u22121.50'],
    [-0.0004, 2, '0.00'],
    [350, 0, '350'],
  ])('%d with %d decimals is "%s"', (value, decimals, text) => expect(writeNumber(value, decimals)).toBe(text));
});

describe('reading', () => {
  it.each([
    ['2.5', 2.5],
    ['2,5', 2.5],
    [' 12.00\u2009m', 12],
    ['\u22123', -3],
    ['.5', 0.5],
    ['45°', 45],
    ['', null],
    ['m', null],
    ['1.2.3', null],
    ['1 5x2', null],
  ])('"%s" is %s', (text, value) => expect(readNumber(text)).toBe(value));

  it('reads its own output', () => {
    for (let i = -400; i <= 400; i++) expect(readNumber(writeNumber(i / 100, 2))).toBe(i / 100 + 0);
  });
});
