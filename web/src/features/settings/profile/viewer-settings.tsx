import { useSnapshot } from 'valtio';
import type { EyeDomeMode } from '@overlook/shared/config';
import { LIGHT_MESSAGES } from '@overlook/shared/messages';
import { useInstanceInfo } from '../../../api/catalogue.ts';
import {
  type Imagery,
  type MousePresetChoice,
  type UnitSystem,
  preferences,
  setPreference,
} from '../../../state/preferences.ts';
import { EdgesChoice } from '../../../parts/edges-choice.tsx';
import { SoftShadeChoice, SunChoice, SunShadowsChoice } from '../../../parts/light-choices.tsx';
import { type Segment, Segmented } from '../../../ui/inputs/segmented.tsx';
import { PageSection } from '../../../ui/page/page.tsx';
import { KeptModels } from './kept-models.tsx';

const MOUSE: readonly Segment<MousePresetChoice>[] = [
  { value: 'map', label: 'Map' },
  { value: 'cad', label: 'CAD' },
];
const UNITS: readonly Segment<UnitSystem>[] = [
  { value: 'metric', label: 'Metric' },
  { value: 'imperial', label: 'Imperial' },
];
const LIGHTING: readonly Segment<EyeDomeMode>[] = [
  { value: 'auto', label: 'Automatic' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];
/** In millions; the last is more than any device holds. */
const POINTS_MOST: readonly Segment<string>[] = [
  { value: 'auto', label: 'Automatic' },
  ...['1', '2', '5', '10'].map((value) => ({ value, label: value })),
  { value: '1000', label: 'No limit' },
];
const ON_OFF: readonly Segment<'on' | 'off'>[] = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];
const IMAGERY: readonly Segment<Imagery>[] = [
  { value: 'configured', label: 'Imagery' },
  { value: 'offline', label: 'Offline map' },
];

/** How the viewer behaves in this browser. */
export function ViewerSettings() {
  const { mousePreset, units, imagery, eyeDome, isRefinedAtRest } = useSnapshot(preferences);
  const hasImagery = Boolean(useInstanceInfo()?.basemapStyleUrl);
  return (
    <>
      <PageSection
        title="Mouse"
        hint={
          mousePreset === 'map'
            ? 'Dragging moves the map; with the right button it turns.'
            : 'Dragging turns the model; with the right button it moves.'
        }
      >
        <Segmented
          label="Mouse"
          segments={MOUSE}
          value={mousePreset}
          onChange={(value) => setPreference('mousePreset', value)}
        />
      </PageSection>
      <PageSection title="Units">
        <Segmented label="Units" segments={UNITS} value={units} onChange={(value) => setPreference('units', value)} />
      </PageSection>
      <PageSection
        title="Depth shading of point clouds"
        hint="Darkens edges in depth, so that a cloud reads as a surface. Automatic follows the device."
      >
        <Segmented
          label="Depth shading of point clouds"
          segments={LIGHTING}
          value={eyeDome}
          onChange={(value) => setPreference('eyeDome', value)}
        />
      </PageSection>
      <PointsAtMost />
      <PageSection
        title="Edges"
        hint="Dark lines along the edges of shaded models and of objects in the Project Layer. A drawing has these lines alone, on white, for print. Off saves work on a slow machine."
      >
        <EdgesChoice />
      </PageSection>
      <PageSection title="Sun" hint={LIGHT_MESSAGES['light.sunHint']}>
        <SunChoice />
      </PageSection>
      <PageSection title="Sun shadows" hint={LIGHT_MESSAGES['light.shadowsHint']}>
        <SunShadowsChoice />
      </PageSection>
      <PageSection title="Soft shade in corners" hint={LIGHT_MESSAGES['light.softShadeHint']}>
        <SoftShadeChoice />
      </PageSection>
      <PageSection
        title="Refine the picture at rest"
        hint="Rails and wires become whole lines about a second after the view stops."
      >
        <Segmented
          label="Refine the picture at rest"
          segments={ON_OFF}
          value={isRefinedAtRest ? 'on' : 'off'}
          onChange={(value) => setPreference('isRefinedAtRest', value === 'on')}
        />
      </PageSection>
      <KeptModels />
      {hasImagery && (
        <PageSection title="Base map">
          <Segmented
            label="Base map"
            segments={IMAGERY}
            value={imagery}
            onChange={(value) => setPreference('imagery', value)}
          />
        </PageSection>
      )}
    </>
  );
}

function PointsAtMost() {
  const { pointBudget } = useSnapshot(preferences);
  return (
    <PageSection
      title="Points at most"
      hint="Millions of points that a screen draws; finer ones are left out. Automatic follows the device."
    >
      <Segmented
        label="Points at most, millions"
        segments={POINTS_MOST}
        value={pointBudget === null ? 'auto' : String(pointBudget)}
        onChange={(value) => setPreference('pointBudget', value === 'auto' ? null : Number(value))}
      />
    </PageSection>
  );
}
