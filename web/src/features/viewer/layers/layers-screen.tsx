import { useSnapshot } from 'valtio';
import { modelType } from '@overlook/shared/config';
import { siteToShow, useCatalogue } from '../../../api/catalogue.ts';
import { siteFrame } from '@overlook/engine';
import { LayersPanel } from './layers-panel.tsx';
import { ModelRow } from './model-row.tsx';
import { flyToFile } from '../../../parts/fly-to-file.ts';
import { LAYER_ICONS } from '../../../parts/layer-icons.ts';
import { command } from '../../../state/commands.ts';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { stageChoices } from '../../../state/stage.ts';
import { addLayerAddress, addLayerFile } from './add-layers.ts';
import type { ScreenProps } from '../../../parts/feature.ts';
import { shownAsFile } from './shown-layers.ts';
import { useLayerOffers } from './use-layers.ts';

const ADD = { onFile: addLayerFile, onAddress: addLayerAddress };

/** The panel of layers by others, tied to the selected site and its stages. */
export function LayersScreen({ onClose }: ScreenProps) {
  const { data } = useCatalogue();
  const selectedId = useSelectedSiteId();
  const offers = useLayerOffers(true);
  const origin = (data && siteToShow(data, selectedId)?.data.meta.origin) ?? null;
  return (
    <LayersPanel
      status={offers.data ? 'ready' : offers.isError ? 'failed' : 'loading'}
      onRetry={() => void offers.refetch()}
      model={<Model />}
      files={{
        fileOf: shownAsFile,
        onFlyTo({ centerEnu, radiusM }) {
          if (origin) flyToFile({ centerEcef: siteFrame(origin).ecefFromEnu(centerEnu), radiusM });
        },
        onGo({ positionEnu }) {
          if (!origin || !positionEnu) return;
          command('flyTo', { pointEcef: siteFrame(origin).ecefFromEnu(positionEnu), distanceMetres: null });
        },
      }}
      add={ADD}
      onClose={onClose}
    />
  );
}

function Model() {
  const { active, layers } = useSnapshot(stageChoices);
  const modeltypeId = layers[active] ?? null;
  if (modeltypeId === null) return null;
  const { key, label } = modelType(modeltypeId);
  return <ModelRow icon={LAYER_ICONS[key]} title={label} screen={active + 1} onShow={() => command('showLayers')} />;
}
