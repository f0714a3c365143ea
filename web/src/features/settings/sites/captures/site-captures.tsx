import { CloudOff, EyeOff, Layers, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { modelType } from '@overlook/shared/config';
import { captureDateText, fileSizeText } from '@overlook/shared/format';
import {
  COMMON_MESSAGES,
  formatMessage,
  MANAGE_SITES_MESSAGES,
  SITE_CAPTURES_MESSAGES,
} from '@overlook/shared/messages';
import type { KeepRule, ManagedCapture, ManagedSite } from '@overlook/shared/schemas';
import { procedures } from '../../../../api/queries.ts';
import { LAYER_ICONS } from '../../../../parts/layer-icons.ts';
import { Facts } from '../../../../ui/facts.tsx';
import { Select } from '../../../../ui/inputs/select.tsx';
import { PageSection } from '../../../../ui/page/page.tsx';
import { Skeleton, SkeletonList } from '../../../../ui/status/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/status/state-message.tsx';
import { CaptureDetails } from './capture-details.tsx';
import { KEEP_RULES, keepText, namesOf, stateOf } from './capture-words.ts';
import { useCaptureChanges } from './use-capture-changes.ts';
import css from './captures.module.css';

interface LayerCaptures {
  readonly modeltypeId: ManagedCapture['modeltypeId'];
  readonly keep: KeepRule | null;
  readonly captures: readonly ManagedCapture[];
}

/** The layers of a site with their captures and the rules for keeping them; then its photos and its size. */
export function SiteCaptures({ site }: { site: ManagedSite }) {
  const { photos, bytes } = site;
  const photosText = formatMessage(MANAGE_SITES_MESSAGES['manageSites.photos'], { count: photos });
  const size = bytes === null ? MANAGE_SITES_MESSAGES['manageSites.counting'] : fileSizeText(bytes);
  return (
    <PageSection
      title={SITE_CAPTURES_MESSAGES['siteCaptures.title']}
      hint={SITE_CAPTURES_MESSAGES['siteCaptures.hint']}
    >
      <Captures siteId={site.id} />
      <Facts
        rows={[
          ...(photos > 0 ? [{ name: MANAGE_SITES_MESSAGES['manageSites.photosName'], value: photosText }] : []),
          { name: MANAGE_SITES_MESSAGES['manageSites.size'], value: size },
        ]}
      />
    </PageSection>
  );
}

function Captures({ siteId }: { siteId: number }) {
  const query = useQuery(procedures.captures.managed.queryOptions({ siteId }));
  const [selectedId, setSelectedId] = useState<number | null>(null);
  if (!query.data)
    return query.isError ? (
      <ErrorState
        icon={CloudOff}
        title={SITE_CAPTURES_MESSAGES['siteCaptures.fetchFailed']}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <SkeletonList
        label={formatMessage(COMMON_MESSAGES['common.loading'], {
          title: SITE_CAPTURES_MESSAGES['siteCaptures.title'],
        })}
        count={3}
        row={SkeletonRow}
      />
    );
  const { layers } = query.data;
  if (layers.length === 0)
    return (
      <EmptyState
        icon={Layers}
        title={SITE_CAPTURES_MESSAGES['siteCaptures.none']}
        hint={SITE_CAPTURES_MESSAGES['siteCaptures.noneHint']}
      />
    );
  const leaving = layers.flatMap(({ captures }) => captures.filter(({ isNextToGo }) => isNextToGo));
  return (
    <>
      <ul className={css.layers}>
        {layers.map((layer) => (
          <li key={layer.modeltypeId} className={css.layer}>
            <LayerRow siteId={siteId} layer={layer} selectedId={selectedId} onSelect={setSelectedId} />
          </li>
        ))}
      </ul>
      {leaving.length > 0 && (
        <p className={css.hint}>
          {formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.leaving'], { names: namesOf(leaving) })}
        </p>
      )}
    </>
  );
}

const SkeletonRow = () => <Skeleton />;

interface LayerRowProps {
  siteId: number;
  layer: LayerCaptures;
  selectedId: number | null;
  onSelect: (id: number | null) => void;
}

function LayerRow({ siteId, layer: { modeltypeId, keep, captures }, selectedId, onSelect }: LayerRowProps) {
  const { key, label } = modelType(modeltypeId);
  const Icon = LAYER_ICONS[key];
  const selected = captures.find(({ id }) => id === selectedId);
  const sizes = captures.flatMap(({ bytes }) => bytes ?? []);
  return (
    <>
      <div className={css.row}>
        <span className={css.name}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {label}
        </span>
        <span
          className={css.chips}
          role="group"
          aria-label={formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.ofLayer'], { layer: label })}
        >
          {captures.map((capture) => (
            <CaptureChip
              key={capture.id}
              capture={capture}
              isSelected={capture.id === selectedId}
              onPress={() => onSelect(capture.id === selectedId ? null : capture.id)}
            />
          ))}
        </span>
        <span className={css.keep}>
          <KeepSelect siteId={siteId} layer={{ modeltypeId, label }} keep={keep} />
        </span>
        <span className={css.size}>
          {sizes.length > 0 && fileSizeText(sizes.reduce((sum, bytes) => sum + bytes, 0))}
        </span>
      </div>
      {selected && <CaptureDetails key={selected.id} capture={selected} captures={captures} />}
    </>
  );
}

interface CaptureChipProps {
  capture: ManagedCapture;
  isSelected: boolean;
  onPress: () => void;
}

function CaptureChip({ capture, isSelected, onPress }: CaptureChipProps) {
  const state = stateOf(capture);
  const date = captureDateText(capture.takenOn, capture.precision);
  return (
    <button
      type="button"
      className={css.chip}
      data-state={state}
      aria-pressed={isSelected}
      aria-label={formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.chip'], { date, state })}
      onClick={onPress}
    >
      {state === 'draft' && <Pencil size={12} strokeWidth={2.25} aria-hidden />}
      {state === 'withdrawn' && <EyeOff size={12} strokeWidth={2.25} aria-hidden />}
      {date}
    </button>
  );
}

interface KeepSelectProps {
  siteId: number;
  layer: { modeltypeId: ManagedCapture['modeltypeId']; label: string };
  keep: KeepRule | null;
}

function KeepSelect({ siteId, layer: { modeltypeId, label }, keep }: KeepSelectProps) {
  const change = useCaptureChanges(formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.kept'], { layer: label }));
  const present = JSON.stringify(keep);
  const isListed = KEEP_RULES.some((rule) => keepText(rule) === keepText(keep));
  const rules = isListed ? KEEP_RULES : [keep, ...KEEP_RULES];
  const set = (chosen: string) =>
    change.keep.mutate({ siteId, modeltypeId, keep: JSON.parse(chosen) as KeepRule | null });
  return (
    <Select
      label={formatMessage(SITE_CAPTURES_MESSAGES['siteCaptures.keepOf'], { layer: label })}
      options={rules.map((rule) => ({ key: JSON.stringify(rule), label: keepText(rule) }))}
      value={present}
      onChange={set}
    />
  );
}
