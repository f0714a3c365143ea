import { subscribe } from 'valtio';
import { noLayerText } from '@overlook/shared/messages';
import { isAllowed } from '@overlook/shared/permissions';
import { knownPermissions } from '../../api/catalogue.ts';
import type { ViewedLayers } from '@overlook/embed/viewer/viewed-stage';
import type { AddedApi, AddedFacts, AddedLayerChoice, AddedLayerInfo } from '@overlook/embed/viewer-api';
import type { AddedPick } from '@overlook/engine';
import { checkLayer } from '@overlook/embed/layers/define-layer';
import { validSettings } from '@overlook/embed/layers/layer-settings';
import {
  addOwnLayer,
  type LayerRow,
  layers,
  moveLayer,
  removeOwnLayer,
  setLayerOpacity,
  setLayerSetting,
  setLayerVisible,
} from '../../state/layers.ts';
import { addLayerFile } from '../../features/viewer/layers/add-layers.ts';
import { factsOfShown, shownAsFile } from '../../features/viewer/layers/shown-layers.ts';

/** The layers by others of the product, as its panel lists them. Those that a script adds are layers of the person. */
export class ProductLayers implements ViewedLayers {
  private readonly ends = new Set<() => void>();

  api(): AddedApi {
    return {
      all: () => layers.rows.map(infoOf),
      add: (definition, choice = {}) => this.add(definition, choice),
      set: (id, choice) => choose(rowOf(id), choice),
      move: (id, index) => moveLayer(id, index - layers.rows.indexOf(rowOf(id))),
      remove: (id) => this.remove(id),
      file: (id, kind) => shownAsFile(rowOf(id).id, kind),
      addFormat: async () => {
        throw new RangeError('Formats of the product are installed by its operator.');
      },
      openFile,
    };
  }

  facts(added: AddedPick): AddedFacts | null {
    const facts = factsOfShown(added);
    const row = layers.rows.find(({ id }) => added.layerId.startsWith(`${id}/`));
    return facts && row ? { layer: row.id, title: facts.title, rows: facts.rows } : null;
  }

  onChange(handler: (all: readonly AddedLayerInfo[]) => void): () => void {
    const stop = subscribe(layers, () => handler(layers.rows.map(infoOf)));
    const end = () => {
      this.ends.delete(end);
      stop();
    };
    this.ends.add(end);
    return end;
  }

  destroy(): void {
    for (const end of this.ends) end();
  }

  private async add(definition: unknown, choice: AddedLayerChoice): Promise<void> {
    checkLayer(definition);
    const { id, token } = definition;
    if (layers.rows.some((row) => row.id === id)) throw new RangeError(`There is a layer “${id}” already.`);
    if (token && !isAllowed(knownPermissions(), layers.siteId, token))
      throw new RangeError(`The layer “${id}” needs the permission ${token}, which you do not have here.`);
    checkOpacity(choice);
    addOwnLayer(definition);
    choose(rowOf(id), choice);
  }

  private remove(id: string): void {
    if (rowOf(id).group !== 'own') throw new RangeError(`The layer “${id}” is one of the installation.`);
    removeOwnLayer(id);
  }
}

async function openFile(file: File): Promise<void> {
  const reason = await addLayerFile(file);
  if (reason !== null) throw new RangeError(reason);
}

function rowOf(id: string): LayerRow {
  const row = layers.rows.find((one) => one.id === id);
  if (!row) throw new RangeError(noLayerText(id));
  return row;
}

function choose({ id, isVisible }: LayerRow, choice: AddedLayerChoice): void {
  checkOpacity(choice);
  const { isShown = isVisible, opacity, settings = {} } = choice;
  if (opacity !== undefined) setLayerOpacity(id, 100 * opacity);
  for (const [key, value] of Object.entries(settings)) setLayerSetting(id, key, value);
  if (isShown !== isVisible) setLayerVisible(id, isShown);
}

function checkOpacity({ opacity = 1 }: AddedLayerChoice): void {
  if (!(opacity >= 0 && opacity <= 1)) throw new RangeError('The opacity of a layer is 0 to 1.');
}

function infoOf({
  id,
  title,
  isVisible,
  opacityPercent,
  settings,
  definition,
  report,
  failure,
}: LayerRow): AddedLayerInfo {
  return {
    id,
    title,
    isShown: isVisible,
    opacity: opacityPercent / 100,
    settings: definition ? validSettings(definition, settings) : {},
    status: failure ? 'failed' : (report?.status ?? 'loading'),
    failure: failure?.message ?? null,
    summary: report?.summary ?? null,
    legend: report?.legend ?? [],
  };
}
