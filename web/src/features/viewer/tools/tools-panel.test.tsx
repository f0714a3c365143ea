import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { User } from '@overlook/shared/schemas';
import type { Measurement } from '@overlook/engine';
import { procedures, queryClient } from '../../../api/queries.ts';
import { setPreference } from '../../../state/preferences.ts';
import { setOpening } from '../../../state/stage.ts';
import { SessionProvider } from '../../../state/session-context.tsx';
import { aMeasurement, aPoint, legsFrom } from '@overlook/embed/controls/testing/measurements';
import { ToolsPanel } from './tools-panel.tsx';
import { chooseCard, notePicked, resetTools, showTools, type Tools } from '../../../state/session-tools.ts';
import { aCadItem } from '../../../testing/cad-item.ts';

const ALL: readonly PermissionToken[] = ['TOOLS:TARGET', 'TOOLS:MEASURE', 'TOOLS:ANGLE'];

/** The page of a user who holds these tokens everywhere. */
function panel(tokens: readonly PermissionToken[] = ALL): string {
  const permissions = { 0: Object.fromEntries(tokens.map((token) => [token, true])) };
  return renderToStaticMarkup(
    <SessionProvider session={{ user: {} as User, permissions }}>
      <QueryClientProvider client={queryClient}>
        <ToolsPanel onClose={() => undefined} />
      </QueryClientProvider>
    </SessionProvider>,
  );
}

/** Tools that stay in one state. */
function standingTools(measurements: readonly Measurement[], canUndo = false): Tools {
  const common = { canUndo, canRedo: false, activePointId: 2, isDrawing: false };
  const still = (id: string, state: object) => ({ id, state: () => state, subscribe: () => () => undefined });
  const shown = measurements.at(-1) ?? null;
  const lla = { longitude: 138.4932141, latitude: -35.0789009, height: 31.419 };
  const target = {
    id: 1,
    pointId: 2,
    name: 'Flange <3>',
    pointEcef: aPoint(1).pointEcef,
    lla,
    modeltypeId: 3,
    errorMetres: 0.02,
  };
  return {
    measure: still('measure', { ...common, mode: 'distance', units: 'metric', measurements, shown }),
    target: still('target', { ...common, targets: [target] }),
    angle: still('angle', { ...common, angles: [] }),
  } as unknown as Tools;
}

const titles = (html: string) =>
  [...html.matchAll(/aria-expanded="(true|false)".*?<span[^>]*>([^<]+)</g)].map(
    ([, isOpen, title]) => `${title}: ${isOpen}`,
  );

beforeEach(resetTools);

describe('the cards', () => {
  it('are five, Measure open', () => {
    expect(titles(panel())).toEqual([
      'Target Mode: false',
      'Measure Mode: true',
      'Angle Measure Mode: false',
      'Pipe and Surface: false',
      'Volume: false',
      'Metadata: false',
    ]);
  });

  it('open one at a time', () => {
    chooseCard('angle');
    expect(titles(panel()).filter((title) => title.endsWith('true'))).toEqual(['Angle Measure Mode: true']);
    chooseCard(null);
    expect(titles(panel()).filter((title) => title.endsWith('true'))).toEqual([]);
  });

  it('are disabled until the first picture of the model', () => {
    expect(panel()).not.toMatch(/<fieldset[^>]*disabled/);
    setOpening(true);
    expect(panel()).toMatch(/<fieldset[^>]*disabled/);
    setOpening(false);
  });

  it.each([
    [['TOOLS:TARGET'], ['Target Mode: false', 'Metadata: false']],
    [['TOOLS:MEASURE'], ['Measure Mode: true', 'Pipe and Surface: false', 'Volume: false', 'Metadata: false']],
    [['TOOLS:ANGLE'], ['Angle Measure Mode: false', 'Metadata: false']],
    [[], ['Metadata: false']],
  ] as const)('for a user with %j are %j', (tokens, cards) => expect(titles(panel(tokens))).toEqual(cards));
});

describe('the Measure card', () => {
  it('shows no old result under the hint of another mode, but keeps it in its list', () => {
    const tools = standingTools([aMeasurement({ isDone: true })]);
    const measure = { ...tools.measure, state: () => ({ ...tools.measure.state(), mode: 'plane' }) };
    showTools({ ...tools, measure } as Tools);
    const html = panel();
    expect(html).toContain('Click three points that lie in a plane');
    expect(html).not.toContain('total of 3 legs');
    expect(html).toContain('39.17');
  });

  it('shows an instruction while there is no result', () => {
    showTools(standingTools([]));
    const html = panel();
    expect(html).toContain('Click two or more points on the model to measure along them.');
    expect(html.match(/disabled=""/g)?.length).toBeGreaterThanOrEqual(4);
  });

  it('shows total, legs, the active one and the source', () => {
    showTools(standingTools([aMeasurement()], true));
    const html = panel();
    for (const text of ['39.17\u202Fm', 'total of 3 legs', '−12.90', 'Picked on Textured'])
      expect(html).toContain(text);
    expect(html.match(/aria-selected="true".*?<td>([^<]+)/)?.[1]).toBe('2–3');
    expect(html).toContain('aria-label="Undo"');
  });

  it('draws few of ten thousand legs', () => {
    const legs = legsFrom(Array.from({ length: 10_000 }, () => [1, 0, 0]));
    showTools(standingTools([aMeasurement({ legs })]));
    const html = panel();
    expect(html).toContain('aria-rowcount="10002"');
    expect(html.match(/<tr/g)!.length).toBeLessThan(40);
  });
});

it('a target shows where it is in both projections', () => {
  showTools(standingTools([]));
  chooseCard('target');
  const html = panel();
  expect(html).toContain('Click on the model to create a location target.');
  for (const text of ['value="Flange &lt;3&gt;"', 'Lon 138.493214°', 'Lat −35.078901°', 'Zone 54H', 'Fly to Flange']) {
    expect(html).toContain(text);
  }
});

describe('the Metadata card', () => {
  const WITH_CAD: readonly PermissionToken[] = ['VIEW:CAD'];
  beforeEach(() => {
    setPreference('selectedSiteId', 1);
    chooseCard('metadata');
  });

  it('is no way to a tree that the user may not see', () => {
    notePicked({ modeltypeId: 4, featureId: 1234 });
    const html = panel(['VIEW:TEXTURED']);
    expect(html).toContain('your subscription does not include that layer');
    expect(html).not.toContain('Open the object tree');
    expect(panel(WITH_CAD)).not.toContain('your subscription');
  });

  it('waits for a click on the Project Layer', () => {
    notePicked({ modeltypeId: 3, featureId: 7 });
    notePicked(null);
    const html = panel(WITH_CAD);
    for (const text of ['No metadata here', 'Click on an object of the Project Layer.', 'Open the object tree'])
      expect(html).toContain(text);
  });

  it('shows name, tags and the first properties of the object that was clicked, and leads to the rest', () => {
    const item = aCadItem({ id: 9, batchId: 1234, name: 'C-103 Shell', tags: ['C-103'] });
    const metadata = { Item: Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`Property ${i}`, `Value ${i}`])) };
    const { byFeature, item: itemQuery } = procedures.cad;
    const input = { siteId: 1, featureId: 1234 };
    queryClient.setQueryData(byFeature.queryKey(input), { item, ancestors: [] });
    queryClient.setQueryData(itemQuery.queryKey({ siteId: 1, itemId: 9 }), { item, guid: null, metadata });
    notePicked({ modeltypeId: 4, featureId: 1234 });
    const html = panel(WITH_CAD);
    for (const text of ['C-103 Shell', '>C-103<', 'Property 5', 'Value 5', 'All 9 properties'])
      expect(html).toContain(text);
    expect(html).not.toContain('Property 6');
    expect(html).not.toContain('1234');
  });
});
