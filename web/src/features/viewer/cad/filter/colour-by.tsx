import { CAD_MESSAGES } from '@overlook/shared/messages';
import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { VALUE_COLORS } from '@overlook/shared/config';
import { procedures, queryClient } from '../../../../api/queries.ts';
import { cadSite } from '../../../../state/cad-capture.ts';
import { cad, setColours } from '../../../../state/cad.ts';
import { Select } from '../../../../ui/inputs/select.tsx';
import css from './filter-button.module.css';

const NONE = 'none';

/** Objects coloured by the values of a property; the legend is then shown on the stage. */
export function ColourBy({ siteId }: { siteId: number }) {
  const { colours } = useSnapshot(cad);
  const { data } = useQuery(procedures.cad.facets.queryOptions(cadSite(siteId)));
  const facets = data?.facets ?? [];
  if (facets.length === 0) return null;
  const titleOf = ({ tab, property }: { tab: string; property: string }) => `${tab}: ${property}`;
  const choose = async (title: string) => {
    const facet = facets.find((candidate) => titleOf(candidate) === title);
    setColours(facet ? await coloursOf(siteId, facet, title) : null);
  };
  return (
    <>
      <p className={css.label} aria-hidden>
        {CAD_MESSAGES['cad.colourBy']}
      </p>
      <Select
        label={CAD_MESSAGES['cad.colourBy']}
        options={[
          { key: NONE, label: CAD_MESSAGES['cad.theModelsOwn'] },
          ...facets.map((facet) => ({ key: titleOf(facet), label: titleOf(facet) })),
        ]}
        value={colours?.title ?? NONE}
        onChange={(title) => void choose(title)}
      />
    </>
  );
}

async function coloursOf(siteId: number, { tab, property }: { tab: string; property: string }, title: string) {
  const query = procedures.cad.facet.queryOptions(
    { ...cadSite(siteId), tab, property },
    { meta: { failureText: CAD_MESSAGES['cad.fetchFailed'] } },
  );
  const answer = await queryClient.fetchQuery(query).catch(() => null);
  if (!answer) return null;
  const values = answer.values.map(({ value, ranges }, i) => {
    const color = VALUE_COLORS[Math.min(i, VALUE_COLORS.length - 1)]!;
    return { value, color, firstColor: color, features: ranges };
  });
  return { title, property, values };
}
