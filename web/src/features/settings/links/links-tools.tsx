import { PAGE_DEFAULT } from '@overlook/shared/config';
import { SHARE_MESSAGES, VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import type { ViewGrant } from '@overlook/shared/schemas';
import { Segmented } from '../../../ui/inputs/segmented.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { ListSearch } from '../../../ui/table/list-search.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import type { GrantQuery } from './grant-list.ts';
import css from './links.module.css';

const KINDS = [
  { key: 'all', label: VIEW_GRANTS_MESSAGES['grant.all'] },
  { key: 'link', label: VIEW_GRANTS_MESSAGES['grant.publicLinks'] },
  { key: 'embed', label: VIEW_GRANTS_MESSAGES['grant.embeds'] },
] as const;
const STATES = [
  { key: 'any', label: VIEW_GRANTS_MESSAGES['grant.anyState'] },
  { key: 'open', label: VIEW_GRANTS_MESSAGES['grant.open'] },
  { key: 'endingSoon', label: VIEW_GRANTS_MESSAGES['grant.endsWithin7Days'] },
  { key: 'ended', label: VIEW_GRANTS_MESSAGES['grant.stateEnded'] },
  { key: 'revoked', label: VIEW_GRANTS_MESSAGES['grant.stateRevoked'] },
] as const;

/** A list of fewer is read faster than searched. */
const SEARCHED_FROM = 8;

interface LinksToolsProps {
  query: GrantQuery;
  /** Null until they are there. */
  all: readonly ViewGrant[] | null;
  /** Those that fit search and state, of every kind. */
  fitting: readonly ViewGrant[] | null;
  onChange: (changed: Partial<GrantQuery>) => void;
}

/** Search, kind, state and pages of links and embeds. */
export function LinksTools({ query, all, fitting, onChange }: LinksToolsProps) {
  const isPhone = useLayout() === 'phone';
  const hint = <p className={css.hint}>{SHARE_MESSAGES['share.listHint']}</p>;
  if (all !== null && all.length === 0) return hint;
  const countOf = (kind: GrantQuery['kind']) =>
    fitting?.filter((grant) => kind === 'all' || grant.kind === kind).length;
  const labelOf = ({ key, label }: (typeof KINDS)[number]) => `${label} ${countOf(key) ?? ''}`.trim();
  return (
    <>
      {hint}
      {all !== null && all.length >= SEARCHED_FROM && (
        <ListSearch
          of={VIEW_GRANTS_MESSAGES['grant.nameSiteOriginPerson']}
          value={query.search}
          onChange={(search) => onChange({ search })}
        />
      )}
      {isPhone ? (
        <Select
          label={VIEW_GRANTS_MESSAGES['grant.kind']}
          options={KINDS.map((kind) => ({ key: kind.key, label: labelOf(kind) }))}
          value={query.kind}
          onChange={(kind) => onChange({ kind })}
        />
      ) : (
        <Segmented
          label={VIEW_GRANTS_MESSAGES['grant.kind']}
          segments={KINDS.map((kind) => ({ value: kind.key, label: labelOf(kind) }))}
          value={query.kind}
          onChange={(kind) => onChange({ kind })}
        />
      )}
      <Select
        label={VIEW_GRANTS_MESSAGES['grant.state']}
        options={STATES}
        value={query.state}
        onChange={(state) => onChange({ state })}
      />
      {fitting !== null && (
        <Pager
          page={query.page}
          pageSize={PAGE_DEFAULT}
          total={countOf(query.kind) ?? 0}
          onPage={(page) => onChange({ page })}
        />
      )}
    </>
  );
}
