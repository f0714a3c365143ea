import { useSnapshot } from 'valtio';
import { useInstanceInfo } from '../../api/catalogue.ts';
import {
  type CloudLighting,
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
const LIGHTING: readonly Segment<CloudLighting>[] = [
  { value: 'auto', label: 'Automatic' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];
const IMAGERY: readonly Segment<Imagery>[] = [
  { value: 'configured', label: 'Imagery' },
  { value: 'offline', label: 'Offline map' },
];

/** How the viewer behaves in this browser. */
export function ViewerSettings() {
  const { mousePreset, units, imagery, cloudLighting } = useSnapshot(preferences);
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
      <h3 className={css.heading}>Depth shading of point clouds</h3>
      <p className={css.hint}>
        Darkens edges in depth, so that a cloud reads as a surface. Automatic follows the device.
      </p>
      <Segmented
        label="Depth shading of point clouds"
        segments={LIGHTING}
        value={cloudLighting}
        onChange={(value) => setPreference('cloudLighting', value)}
      />
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
