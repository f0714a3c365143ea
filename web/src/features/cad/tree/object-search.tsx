import { useQuery } from '@tanstack/react-query';
import { Search, SearchX, Tag, X } from 'lucide-react';
import { useEffect } from 'react';
import { MESSAGES, hitsText } from '@overlook/shared/messages';
import type { CadHit } from '@overlook/shared/schemas';
import { procedures } from '../../../api/queries.ts';
import { setFound } from '../../../state/cad.ts';
import { announce } from '../../../ui/announcer.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/state-message.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { boldParts } from './bold-parts.ts';
import css from './object-search.module.css';

/** The search over names, paths, tags and property values. Enter goes to the first object found; Escape empties it. */
export function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="Search objects"
      isLabelHidden
      type="search"
      size="m"
      placeholder="Name, tag or property"
      icon={Search}
      value={value}
      onChange={onChange}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return;
        event.preventDefault();
        event.stopPropagation();
        onChange('');
      }}
      inputEnd={value && <IconButton icon={X} label="Clear the search" size="s" onClick={() => onChange('')} />}
    />
  );
}

interface HitsProps {
  siteId: number;
  query: string;
  selectedIds: ReadonlySet<number>;
  onChoose: (hit: CadHit) => void;
}

/** Objects that are marked in the model at once. */
const MARKED_AT_MOST = 200;

/** What a search has found, each in its place: its groups, its name, and the text that fits. */
export function Hits({ siteId, query, selectedIds, onChoose }: HitsProps) {
  const settled = useSettled(query);
  const search = useQuery(
    procedures.cad.search.queryOptions(
      { siteId, query: settled, limit: MARKED_AT_MOST },
      { placeholderData: (last) => last },
    ),
  );
  const { data } = search;
  useMarkedHits(siteId, data?.items ?? null);
  useEffect(() => {
    if (data) announce(hitsText(data.total, data.isTotalExact));
  }, [data]);
  if (search.isError) {
    return (
      <ErrorState
        icon={SearchX}
        title={MESSAGES['cad.searchFailed']}
        isRetrying={search.isFetching}
        onRetry={() => void search.refetch()}
      />
    );
  }
  if (!data) return <Spinner />;
  if (data.items.length === 0) {
    return <EmptyState icon={SearchX} title={MESSAGES['cad.noHits']} hint={MESSAGES['cad.noHitsHint']} />;
  }
  return (
    <>
      <p className={css.count}>{hitsText(data.total, data.isTotalExact)}</p>
      <ul className={css.hits} aria-label="Objects found">
        {data.items.map((hit) => (
          <li key={hit.id}>
            <button
              type="button"
              className={css.hit}
              aria-pressed={selectedIds.has(hit.id)}
              onClick={() => onChoose(hit)}
            >
              <span className={css.way}>{wayOf(hit)}</span>
              <span className={css.name}>
                <Bold text={hit.name} query={settled} />
                {hit.tags.length > 0 && <Tag size={12} strokeWidth={2.25} aria-label="Tagged" className={css.tag} />}
              </span>
              {hit.match.where !== 'name' && (
                <span className={css.match}>
                  {hit.match.property ?? 'Tag'}: <Bold text={hit.match.text} query={settled} />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The groups nearest above it: the first ones are the same for most hits, and would push the others out of the line. */
const wayOf = ({ ancestors }: CadHit): string =>
  ancestors
    .slice(-2)
    .map(({ name }) => name)
    .join(' / ');

function Bold({ text, query }: { text: string; query: string }) {
  return boldParts(text, query).map(({ part, isBold }, i) =>
    isBold ? (
      <strong key={i} className={css.bold}>
        {part}
      </strong>
    ) : (
      part
    ),
  );
}

/** Objects found have the colour of the filter in the model, for as long as they are listed. */
function useMarkedHits(siteId: number, hits: readonly CadHit[] | null): void {
  const itemIds = hits?.map(({ id }) => id) ?? [];
  const { data } = useQuery(procedures.cad.features.queryOptions({ siteId, itemIds }, { enabled: itemIds.length > 0 }));
  const ranges = itemIds.length > 0 ? (data?.ranges ?? null) : null;
  useEffect(() => {
    setFound(ranges);
    return () => setFound(null);
  }, [ranges]);
}
