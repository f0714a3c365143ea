import { afterEach, describe, expect, it, vi } from 'vitest';
import { allowedControls, CONTROL_NAMES, wantedControls } from './control-names.ts';

afterEach(() => vi.restoreAllMocks());

describe('the attribute controls', () => {
  it('selects all controls if absent, none for "none", otherwise the named ones', () => {
    expect([...wantedControls(null)]).toEqual([...CONTROL_NAMES]);
    expect([...wantedControls(' none ')]).toEqual([]);
    expect([...wantedControls('')]).toEqual([]);
    expect([...wantedControls('compass  layers')]).toEqual(['compass', 'layers']);
    expect([...wantedControls('compass,layers, home')]).toEqual(['compass', 'layers', 'home']);
  });

  it('gives a warning for unknown names', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect([...wantedControls('compass minimap')]).toEqual(['compass']);
    expect(warned.mock.calls[0]?.[0]).toContain('unknown controls minimap');
  });
});

describe('a grant', () => {
  const all = wantedControls(null);
  const needNothing = ['home', 'zoom', 'compass', 'fullscreen', 'scale', 'coordinates', 'progress', 'attribution'];

  it('of a layer allows only controls without a required permission', () => {
    expect([...allowedControls(all, { permissions: ['VIEW:TEXTURED'], controls: [] })]).toEqual(needNothing);
  });

  it('of a tool allows that tool', () => {
    const shown = allowedControls(all, { permissions: ['VIEW:TEXTURED', 'TOOLS:MEASURE'], controls: ['section'] });
    expect([...shown].filter((name) => !needNothing.includes(name))).toEqual(['measure', 'section']);
  });

  it('of all permissions shows only the requested controls', () => {
    const granted = { permissions: ['TOOLS:MEASURE', 'TOOLS:ANGLE'], controls: ['layers'] } as const;
    expect([...allowedControls(wantedControls('angle'), granted)]).toEqual(['angle']);
  });
});
