import { ArrowDownUp, CloudOff, Layers, Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { hasEveryWord } from '@overlook/shared/format';
import { LAYERS_MESSAGES } from '@overlook/shared/messages';
import { type LayerGroup, type LayerRow as Row, layers, revealLayer } from '../../../state/layers.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { usePageSearch } from '../../../ui/page-search.ts';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonList, Skeleton } from '../../../ui/status/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/status/state-message.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import { AddLayer, type AddLayerProps } from './add-layer.tsx';
import type { LayerFiles } from './layer-actions.tsx';
import { LayerRow } from './layer-row.tsx';
import css from './layers-panel.module.css';

interface LayersPanelProps {
  /** Whether the layers of the installation are known, are loading, or could not be read. */
  status: 'ready' | 'loading' | 'failed';
  onRetry: () => void;
  /** The row of the model, which is the lowest layer. */
  model: ReactNode;
  files: LayerFiles;
  /** Null where no layers can be added. */
  add?: AddLayerProps;
  onClose: () => void;
}

/** The layers by others at the site: those of the person, those of the organisation, and the model under them. */
export function LayersPanel({ status, onRetry, model, files, add, onClose }: LayersPanelProps) {
  const { rows, revealed } = useSnapshot(layers) as { rows: readonly Row[]; revealed: string | null };
  const isPhone = useLayout() === 'phone';
  const [search, setSearch] = useState('');
  const [isOrdering, setOrdering] = useState(false);
  useEffect(() => () => revealLayer(null), []);
  const found = rows.filter((row) => isFound(row, search));
  const group = (name: LayerGroup) => {
    const all = rows.filter((row) => row.group === name);
    return found
      .filter((row) => row.group === name)
      .map((row) => (
        <LayerRow
          key={row.id}
          row={row}
          place={all.indexOf(row) + 1}
          of={all.length}
          isOrderFixed={search !== ''}
          isRevealed={row.id === revealed}
          isOrdering={isPhone && isOrdering}
          files={files}
        />
      ));
  };
  const [own, gallery] = [group('own'), group('gallery')];
  const isNothingFound = search !== '' && found.length === 0;
  const order = (
    <IconButton
      icon={ArrowDownUp}
      label={LAYERS_MESSAGES['layers.changeTheOrder']}
      isOn={isOrdering}
      aria-pressed={isOrdering}
      onClick={() => setOrdering(!isOrdering)}
    />
  );
  return (
    <Panel
      title={LAYERS_MESSAGES['layers.layers']}
      onClose={onClose}
      actions={
        <>
          {isPhone && order}
          {add && <AddLayer isIcon={isPhone} {...add} />}
        </>
      }
    >
      {!isPhone && <SearchField search={search} onChange={setSearch} />}
      <div className={css.body}>
        {isNothingFound ? (
          <EmptyState icon={Search} title={LAYERS_MESSAGES['layers.noMatch']}>
            <Button onClick={() => setSearch('')}>{LAYERS_MESSAGES['layers.clearSearch']}</Button>
          </EmptyState>
        ) : (
          <>
            <Group title={LAYERS_MESSAGES['layers.own']} rows={own}>
              {search === '' && <p className={css.none}>{LAYERS_MESSAGES['layers.noneYet']}</p>}
            </Group>
            <Group title={LAYERS_MESSAGES['layers.gallery']} rows={gallery}>
              {search === '' && <Offers status={status} onRetry={onRetry} />}
            </Group>
            {search === '' && model}
          </>
        )}
      </div>
    </Panel>
  );
}

/** By its title, its description and its content. */
function isFound({ title, report }: Row, search: string): boolean {
  const held = report?.content?.rows.map(({ label }) => label) ?? [];
  return [title, report?.summary ?? '', ...held].some((text) => hasEveryWord(text, search));
}

function SearchField({ search, onChange }: { search: string; onChange: (search: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  usePageSearch(field);
  return (
    <div className={css.search}>
      <TextField
        ref={field}
        label={LAYERS_MESSAGES['layers.search']}
        isLabelHidden
        type="search"
        placeholder={LAYERS_MESSAGES['layers.search']}
        size="m"
        icon={Search}
        value={search}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || search === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
    </div>
  );
}

/** A group and its rows; `children` in their place when there are none. */
function Group({ title, rows, children }: { title: string; rows: readonly ReactNode[]; children: ReactNode }) {
  if (rows.length === 0 && !children) return null;
  return (
    <section aria-label={title}>
      <h2 className={css.group}>{title}</h2>
      {rows.length > 0 ? <ul>{rows}</ul> : children}
    </section>
  );
}

/** In place of the offers of the organisation. */
function Offers({ status, onRetry }: Pick<LayersPanelProps, 'status' | 'onRetry'>) {
  if (status === 'loading')
    return <SkeletonList label={LAYERS_MESSAGES['layers.loadingLayers']} count={3} row={SkeletonRow} />;
  if (status === 'failed')
    return <ErrorState icon={CloudOff} title={LAYERS_MESSAGES['layers.loadFailed']} onRetry={onRetry} />;
  return (
    <EmptyState icon={Layers} title={LAYERS_MESSAGES['layers.noneYet']} hint={LAYERS_MESSAGES['layers.noOffers']} />
  );
}

const SkeletonRow = () => <Skeleton className={css.skeleton} />;
