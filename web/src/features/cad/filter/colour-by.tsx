import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { VALUE_COLORS } from '@overlook/shared/config';
import { numberText } from '@overlook/shared/format';
import { procedures, queryClient } from '../../../api/queries.ts';
import { cad, setColours, toggleHidden } from '../../../state/cad.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Select } from '../../../ui/choice/select.tsx';
import css from './filter-button.module.css';

const NONE = 'none';

/** Objects coloured by what a property says of them, with its legend. */
export function ColourBy({ siteId }: { siteId: number }) {
  const { colours, hidden } = useSnapshot(cad);
  const { data } = useQuery(procedures.cad.facets.queryOptions({ siteId }));
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
        Colour by
      </p>
      <Select
        label="Colour by"
        options={[
          { key: NONE, label: 'The model’s own' },
          ...facets.map((facet) => ({ key: titleOf(facet), label: titleOf(facet) })),
        ]}
        value={colours?.title ?? NONE}
        onChange={(title) => void choose(title)}
      />
      {colours && (
        <ul className={css.legend} aria-label={`Legend of ${colours.title}`}>
          {colours.values.map(({ value, color, features }) => (
            <li key={value} className={css.value} data-hidden={hidden.includes(features) || undefined}>
              <span className={css.swatch} style={{ background: color }} />
              <span className={css.text}>{value}</span>
              <span className={css.figure}>{numberText(featureCount(features), 0)}</span>
              <IconButton
                size="s"
                icon={hidden.includes(features) ? EyeOff : Eye}
                label={hidden.includes(features) ? `Show ${value}` : `Hide ${value}`}
                onClick={() => toggleHidden(features)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

async function coloursOf(siteId: number, { tab, property }: { tab: string; property: string }, title: string) {
  const query = procedures.cad.facet.queryOptions(
    { siteId, tab, property },
    { meta: { failureKey: 'cad.fetchFailed' } },
  );
  const answer = await queryClient.fetchQuery(query).catch(() => null);
  if (!answer) return null;
  const values = answer.values.map(({ value, ranges }, i) => ({
    value,
    color: VALUE_COLORS[Math.min(i, VALUE_COLORS.length - 1)]!,
    features: ranges,
  }));
  return { title, values };
}

function featureCount(runs: ArrayLike<number>): number {
  let count = 0;
  for (let i = 1; i < runs.length; i += 2) count += runs[i]! - runs[i - 1]! + 1;
  return count;
}
