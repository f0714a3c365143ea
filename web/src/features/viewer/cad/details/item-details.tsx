import { useQuery } from '@tanstack/react-query';
import { Copy, CornerLeftUp, LocateFixed, MousePointerClick, Ruler, Search, TriangleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { CAD_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { CadItem, CadMetadata } from '@overlook/shared/schemas';
import { failureOf, sentenceOf } from '../../../../api/failure.ts';
import { procedures } from '../../../../api/queries.ts';
import { cadSite } from '../../../../state/cad-capture.ts';
import { preferences, setPreference } from '../../../../state/preferences.ts';
import { useAllowed } from '../../../../state/session-context.tsx';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import { usePageSearch } from '../../../../ui/page-search.ts';
import { EmptyState, ErrorState } from '../../../../ui/status/state-message.tsx';
import { Skeleton, SkeletonList } from '../../../../ui/status/skeleton.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { Tabs } from '../../../../ui/tabs/tabs.tsx';
import { flyToItem } from '../fly-to-item.ts';
import { selectItems } from '../select-items.ts';
import { matching } from './matching.ts';
import { MeasuredObject } from './measured-object.tsx';
import css from './item-details.module.css';

/** Name of the tab with the data of the model itself (specification §2). */
const OWN_TAB = 'Navisworks';

/** The data of an object: from the model, and from each external source that has its tag. */
export function ItemDetails({ siteId, itemId }: { siteId: number; itemId: number | null }) {
  const answer = useQuery(
    procedures.cad.item.queryOptions(
      { ...cadSite(siteId), itemId: itemId ?? 0 },
      { enabled: itemId !== null, meta: { failureText: CAD_MESSAGES['cad.fetchFailed'] } },
    ),
  );
  if (itemId === null) {
    const [title, hint] = [CAD_MESSAGES['cad.noSelection'], CAD_MESSAGES['cad.noSelectionHint']];
    return <EmptyState icon={MousePointerClick} title={title} hint={hint} />;
  }
  if (answer.isError) return <Failed answer={answer} />;
  if (!answer.data) return <SkeletonList label={CAD_MESSAGES['cad.loadingProperties']} count={6} row={skeletonLine} />;
  return <Known key={itemId} siteId={siteId} {...answer.data} />;
}

interface KnownProps {
  siteId: number;
  item: CadItem;
  guid: string | null;
  metadata: CadMetadata;
}

function Known({ siteId, item, guid, metadata }: KnownProps) {
  const { metadataTab } = useSnapshot(preferences);
  const [search, setSearch] = useState<string | null>(null);
  const [isMeasured, setMeasured] = useState(false);
  const mayMeasure = useAllowed('TOOLS:MEASURE');
  const own = withGuid(metadata, guid);
  const tabs = [OWN_TAB, ...item.externalTags.map(({ sourceName }) => sourceName)];
  const groups = item.path.split('/').slice(0, -1).map(unescaped).join(' / ');
  return (
    <>
      <div className={css.head}>
        <div className={css.titles}>
          <h2 className={css.name}>{item.name}</h2>
          {groups && <p className={css.groups}>{groups}</p>}
        </div>
        {item.parentId !== null && (
          <IconButton
            icon={CornerLeftUp}
            label={CAD_MESSAGES['cad.selectGroup']}
            onClick={() => void selectItems(siteId, [{ id: item.parentId! }])}
          />
        )}
        <IconButton
          icon={LocateFixed}
          label={CAD_MESSAGES['cad.flyTo']}
          keys="F"
          disabled={item.position === null}
          onClick={() => flyToItem(item)}
        />
        {mayMeasure && (
          <IconButton
            icon={Ruler}
            label={CAD_MESSAGES['cad.measure']}
            isOn={isMeasured}
            aria-pressed={isMeasured}
            onClick={() => setMeasured(!isMeasured)}
          />
        )}
        <IconButton
          icon={Search}
          label={CAD_MESSAGES['cad.searchProperties']}
          isOn={search !== null}
          aria-pressed={search !== null}
          onClick={() => setSearch(search === null ? '' : null)}
        />
      </div>
      {search !== null && <PropertySearch value={search} onChange={setSearch} />}
      {isMeasured && <MeasuredObject siteId={siteId} itemId={item.id} />}
      <Tabs
        label={CAD_MESSAGES['cad.sources']}
        tabs={[
          {
            id: OWN_TAB,
            title: OWN_TAB,
            content: <Properties metadata={own} search={search ?? ''} nothing={CAD_MESSAGES['cad.noProperties']} />,
          },
          ...item.externalTags.map(({ sourceId, sourceName, tag }) => ({
            id: sourceName,
            title: sourceName,
            content: <ExternalProperties siteId={siteId} sourceId={sourceId} tag={tag} search={search ?? ''} />,
          })),
        ]}
        selected={metadataTab !== null && tabs.includes(metadataTab) ? metadataTab : OWN_TAB}
        onSelect={(title) => setPreference('metadataTab', title)}
      />
    </>
  );
}

/** Programs that write models often write the GUID among the properties, too. */
function withGuid(metadata: CadMetadata, guid: string | null): CadMetadata {
  const isThere = Object.values(metadata).some((group) => Object.values(group).includes(guid ?? ''));
  return guid === null || isThere ? metadata : { ...metadata, Identity: { GUID: guid, ...metadata['Identity'] } };
}

interface ExternalPropertiesProps {
  siteId: number;
  sourceId: number;
  tag: string;
  search: string;
}

/** Requested only when its tab is opened, because a source may be slow or unreachable. */
function ExternalProperties({ siteId, sourceId, tag, search }: ExternalPropertiesProps) {
  const answer = useQuery(
    procedures.cad.externalMetadata.queryOptions({ ...cadSite(siteId), sourceId, query: tag }, { retry: false }),
  );
  if (answer.isError) return <Failed answer={answer} />;
  if (!answer.data) return <SkeletonList label={CAD_MESSAGES['cad.loadingProperties']} count={4} row={skeletonLine} />;
  return <Properties metadata={answer.data.metadata} search={search} nothing={CAD_MESSAGES['cad.noSourceData']} />;
}

interface FailedAnswer {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** In place of properties that could not be loaded, from the model or from another source. */
function Failed({ answer }: { answer: FailedAnswer }) {
  return (
    <ErrorState
      icon={TriangleAlert}
      title={CAD_MESSAGES['cad.fetchFailed']}
      reason={sentenceOf(failureOf(answer.error))}
      isRetrying={answer.isFetching}
      onRetry={() => void answer.refetch()}
    />
  );
}

function Properties({ metadata, search, nothing }: { metadata: CadMetadata; search: string; nothing: string }) {
  const ids = useId();
  const groups = matching(metadata, search);
  if (groups.length === 0) return <p className={css.none}>{search ? CAD_MESSAGES['cad.nothingMatches'] : nothing}</p>;
  return groups.map(({ title, rows }, i) => (
    <section key={title} aria-labelledby={`${ids}-${i}`}>
      <h3 id={`${ids}-${i}`} className={css.group}>
        {title}
      </h3>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name} className={css.row}>
            <dt className={css.property}>{name}</dt>
            <dd className={css.value}>{value}</dd>
            <dd className={css.copy}>
              <IconButton
                icon={Copy}
                label={formatMessage(CAD_MESSAGES['cad.copy'], { name })}
                size="s"
                onClick={() => void copyText(value)}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

const skeletonLine = () => <Skeleton className={css.line} />;

/** The original name: in a path, separators in names are escaped. */
const unescaped = (name: string): string =>
  name
    .replace(/%#\d+$/, '')
    .replaceAll('%2F', '/')
    .replaceAll('%25', '%');

function PropertySearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  usePageSearch(field);
  return (
    <div className={css.search}>
      <TextField
        ref={field}
        label={CAD_MESSAGES['cad.searchProperties']}
        isLabelHidden
        type="search"
        size="m"
        autoFocus
        icon={Search}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
