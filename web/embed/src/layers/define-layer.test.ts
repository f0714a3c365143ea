import { describe, expect, it } from 'vitest';
import { checkLayer, defineLayer, isSettingValue, LayerDefinitionError } from './define-layer.ts';
import type { LayerSetting } from './layer-definition.ts';

const good = () => ({
  id: 'pumps',
  title: 'Pumps',
  source: { kind: 'data' as const, data: [1, 2] },
  layers: () => [],
});

it('a valid definition is returned frozen', () => {
  const definition = good();
  expect(defineLayer<number[]>(definition)).toBe(definition);
  expect(Object.isFrozen(definition)).toBe(true);
});

describe('an invalid definition is rejected with the name of its field', () => {
  it.each([
    ['id', { id: 'pumps & valves' }],
    ['id', { id: 'p'.repeat(41) }],
    ['title', { title: ' ' }],
    ['icon', { icon: 'skull' }],
    ['token', { token: 'VIEW:EVERYTHING' }],
    ['source.kind', { source: null }],
    ['source.kind', { source: { kind: 'ftp' } }],
    ['source.url', { source: { kind: 'json' } }],
    ['source.refreshMs', { source: { kind: 'json', url: 'a.json', refreshMs: 10 } }],
    ['source.reduce', { source: { kind: 'events', url: 'live', initial: [] } }],
    ['source.load', { source: { kind: 'load' } }],
    ['layers', { layers: [] }],
    ['legend', { legend: [] }],
    ['pick', { pick: true }],
    ['clip', { clip: 'always' }],
    ['sync', { sync: true }],
    ['export', { export: { pdf: () => '' } }],
    ['settings', { settings: {} }],
    ['settings[0].key', { settings: [{}] }],
    ['settings[1].key', { settings: [limit(5), limit(5)] }],
    ['settings[0].label', { settings: [{ ...limit(5), label: '' }] }],
    ['settings[0] ', { settings: [limit(11)] }],
    ['settings[0] ', { settings: [{ key: 'a', label: 'A', type: 'colour', default: 'red' }] }],
  ])('%s: %o', (field, change) => {
    expect(() => checkLayer({ ...good(), ...change })).toThrow(LayerDefinitionError);
    expect(() => checkLayer({ ...good(), ...change })).toThrow(new RegExp(`: ${field.replace(/[[\].]/g, '\\$&')}`));
  });

  it.each([null, 'pumps', undefined])('%o is not a layer', (value) =>
    expect(() => checkLayer(value)).toThrow('A layer is an object made by defineLayer().'),
  );
});

const limit = (value: number): LayerSetting => ({
  key: 'limit',
  label: 'Limit',
  type: 'number',
  default: value,
  min: 0,
  max: 10,
});

it('a setting accepts only values of its type', () => {
  expect(isSettingValue(limit(1), 10)).toBe(true);
  for (const value of [11, Number.NaN, '5']) expect(isSettingValue(limit(1), value)).toBe(false);
  const choice: LayerSetting = {
    key: 'by',
    label: 'By',
    type: 'choice',
    default: 'a',
    options: [{ value: 'a', label: 'A' }],
  };
  expect(isSettingValue(choice, 'a')).toBe(true);
  expect(isSettingValue(choice, 'b')).toBe(false);
});
