import { useSnapshot } from 'valtio';
import { useInstanceInfo } from '../../api/catalogue.ts';
import {
  type Imagery,
  type MousePresetChoice,
  type UnitSystem,
  preferences,
  setPreference,
} from '../../state/preferences.ts';
import { type Segment, Segmented } from '../../ui/choice/segmented.tsx';
import css from './account-page.module.css';

const MOUSE: readonly Segment<MousePresetChoice>[] = [
  { value: 'map', label: 'Map' },
  { value: 'cad', label: 'CAD' },
];
const UNITS: readonly Segment<UnitSystem>[] = [
  { value: 'metric', label: 'Metric' },
  { value: 'imperial', label: 'Imperial' },
];
const IMAGERY: readonly Segment<Imagery>[] = [
  { value: 'configured', label: 'Imagery' },
  { value: 'offline', label: 'Offline map' },
];

/** How the viewer behaves in this browser. */
export function ViewerSettings() {
  const { mousePreset, units, imagery } = useSnapshot(preferences);
  const hasImagery = Boolean(useInstanceInfo()?.basemapStyleUrl);
  return (
    <>
      <h3 className={css.heading}>Mouse</h3>
      <p className={css.hint}>
        {mousePreset === 'map'
          ? 'Dragging moves the map; with the right button it turns.'
          : 'Dragging turns the model; with the right button it moves.'}
      </p>
      <Segmented
        label="Mouse"
        segments={MOUSE}
        value={mousePreset}
        onChange={(value) => setPreference('mousePreset', value)}
      />
      <h3 className={css.heading}>Units</h3>
      <Segmented label="Units" segments={UNITS} value={units} onChange={(value) => setPreference('units', value)} />
      {hasImagery && (
        <>
          <h3 className={css.heading}>Base map</h3>
          <Segmented
            label="Base map"
            segments={IMAGERY}
            value={imagery}
            onChange={(value) => setPreference('imagery', value)}
          />
        </>
      )}
    </>
  );
}
