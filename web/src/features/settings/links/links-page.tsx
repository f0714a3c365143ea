import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { PAGE_DEFAULT } from '@overlook/shared/config';
import { SHARE_MESSAGES, VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import { useCatalogue } from '../../../api/catalogue.ts';
import { procedures } from '../../../api/queries.ts';
import { Page } from '../../../ui/page/page.tsx';
import { CsvButton } from '../../../ui/table/csv-button.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ListBody, listFailure } from '../../../ui/table/list-body.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import { grantColumns } from './grant-columns.tsx';
import {
  fittingGrants,
  type GrantQuery,
  GRANTS_AT_FIRST,
  grantsCsv,
  type GrantSort,
  sortedGrants,
} from './grant-list.ts';
import { LinksTools } from './links-tools.tsx';

const EMPTY = {
  icon: Globe,
  title: SHARE_MESSAGES['share.listEmpty'],
  hint: SHARE_MESSAGES['share.listEmptyHint'],
  action: null,
};

/** Public links and embeds: own ones, and those of all people for who may see all users. */
export function LinksPage() {
  const list = useQuery(
    procedures.viewGrants.all.queryOptions(undefined, {
      staleTime: 0,
      meta: { failureText: VIEW_GRANTS_MESSAGES['grants.fetchFailed'] },
    }),
  );
  const sites = useCatalogue().data?.sites ?? [];
  const [query, setQuery] = useState(GRANTS_AT_FIRST);
  const [now] = useState(() => new Date());
  const isPhone = useLayout() === 'phone';
  const change = (changed: Partial<GrantQuery>) => setQuery((before) => ({ ...before, page: 1, ...changed }));
  const grants = list.data?.grants ?? null;
  const fitting = grants && fittingGrants(grants, query, sites, now);
  const shown = fitting && sortedGrants(ofKind(fitting, query.kind), query);
  const isFiltered = query.search !== '' || query.kind !== 'all' || query.state !== 'any';
  const from = (query.page - 1) * PAGE_DEFAULT;
  return (
    <Page
      title={VIEW_GRANTS_MESSAGES['grant.linksAndEmbeds']}
      isFlush
      tools={<LinksTools query={query} all={grants} fitting={fitting} onChange={change} />}
      actions={
        !isPhone &&
        shown !== null &&
        shown.length > 0 && (
          <CsvButton
            noun="links-and-embeds"
            hint={VIEW_GRANTS_MESSAGES['grant.whatListedCsv']}
            load={async () => grantsCsv(shown, sites)}
          />
        )
      }
    >
      <ListBody
        count={shown?.length ?? null}
        isFiltered={isFiltered}
        onClearFilters={() => change(GRANTS_AT_FIRST)}
        empty={EMPTY}
        failure={listFailure(list, VIEW_GRANTS_MESSAGES['grants.fetchFailed'])}
      >
        <DataTable
          label={VIEW_GRANTS_MESSAGES['grant.linksAndEmbeds']}
          columns={grantColumns(sites, now)}
          items={shown?.slice(from, from + PAGE_DEFAULT) ?? null}
          sorting={query}
          onSort={({ sort, direction }) => change({ sort: sort as GrantSort, direction })}
        />
      </ListBody>
    </Page>
  );
}

const ofKind = <T extends { kind: string }>(grants: readonly T[], kind: GrantQuery['kind']): T[] =>
  grants.filter((grant) => kind === 'all' || grant.kind === kind);
