import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CadHit } from '@overlook/shared/schemas';
import { aCadItem } from '../../../../testing/cad-item.ts';
import { answerCalls, showInPage } from '../../../../testing/in-page.tsx';
import { useFound } from './use-found.ts';

const hitOf = (id: number, name: string): CadHit => ({
  ...aCadItem({ id, name, path: name }),
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
