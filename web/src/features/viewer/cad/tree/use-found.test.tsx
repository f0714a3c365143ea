import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CadHit } from '@overlook/shared/schemas';
import { answerCalls, showInPage } from '../../../../testing/in-page.tsx';
import { useFound } from './use-found.ts';

const hitOf = (id: number, name: string): CadHit => ({
  id,
  parentId: null,
  index: 0,
  name,
  path: name,
  batchId: null,
  hasChildren: false,
  childCount: 0,
  objectCount: 1,
  hasExternalMetadata: false,
  tags: [],
  externalTags: [],
  position: null,
  ancestors: [],
  match: { where: 'name', tab: null, property: null, text: name },
});

function Hits({ siteId }: { siteId: number }) {
  const { found } = useFound(siteId, 'pump');
  return <p>{found?.hits.map(({ name }) => name).join()}</p>;
}

it('the same search at another site finds the objects of that site', async () => {
  answerCalls({
    'cad.search': ({ siteId }: { siteId: number }) => ({
      items: [hitOf(siteId, `Pump of site ${siteId}`)],
      total: 1,
      isTotalExact: true,
    }),
    'cad.features': () => ({ ranges: [] }),
  });
  const { show } = showInPage(<Hits siteId={1} />);
  await screen.findByText('Pump of site 1');
  show(<Hits siteId={2} />);
  expect(await screen.findByText('Pump of site 2')).toBeTruthy();
});
