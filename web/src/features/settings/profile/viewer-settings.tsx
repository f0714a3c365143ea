import { useSnapshot } from 'valtio';
import type { EyeDomeMode } from '@overlook/shared/config';
import { LIGHT_MESSAGES, ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import { useInstanceInfo } from '../../../api/catalogue.ts';
import { type Imagery, type MousePresetChoice, preferences, setPreference } from '../../../state/preferences.ts';
import { EdgesChoice } from '../../../parts/edges-choice.tsx';
import { SoftShadeChoice, SunChoice, SunShadowsChoice } from '../../../parts/light-choices.tsx';
import { ANGLE_CHOICES, UNIT_CHOICES } from '../../../parts/unit-choices.ts';
import { type Segment, Segmented } from '../../../ui/inputs/segmented.tsx';
import { PageSection } from '../../../ui/page/page.tsx';
import { KeptModels } from './kept-models.tsx';

const MOUSE: readonly Segment<MousePresetChoice>[] = [
  { value: 'map', label: ACCOUNT_MESSAGES['account.map'] },
  { value: 'cad', label: ACCOUNT_MESSAGES['account.cad'] },
];
const LIGHTING: readonly Segment<EyeDomeMode>[] = [
  { value: 'auto', label: ACCOUNT_MESSAGES['account.automatic'] },
  { value: 'on', label: ACCOUNT_MESSAGES['account.on'] },
  { value: 'off', label: ACCOUNT_MESSAGES['account.off'] },
];
/** In millions; the last is more than any device holds. */
const POINTS_MOST: readonly Segment<string>[] = [
  { value: 'auto', label: ACCOUNT_MESSAGES['account.automatic'] },
  ...['1', '2', '5', '10'].map((value) => ({ value, label: value })),
  { value: '1000', label: ACCOUNT_MESSAGES['account.noLimit'] },
];
const ON_OFF: readonly Segment<'on' | 'off'>[] = [
  { value: 'on', label: ACCOUNT_MESSAGES['account.on'] },
  { value: 'off', label: ACCOUNT_MESSAGES['account.off'] },
];
const IMAGERY: readonly Segment<Imagery>[] = [
  { value: 'configured', label: ACCOUNT_MESSAGES['account.imagery'] },
  { value: 'offline', label: ACCOUNT_MESSAGES['account.offlineMap'] },
];

/** How the viewer behaves in this browser. */
export function ViewerSettings() {
  const { mousePreset, imagery, eyeDome, isRefinedAtRest } = useSnapshot(preferences);
  const hasImagery = Boolean(useInstanceInfo()?.basemapStyleUrl);
  return (
    <>
      <PageSection
        title={ACCOUNT_MESSAGES['account.mouse']}
        hint={
          mousePreset === 'map'
            ? ACCOUNT_MESSAGES['account.draggingMovesMapRight']
            : ACCOUNT_MESSAGES['account.draggingTurnsModelRight']
        }
      >
        <Segmented
          label={ACCOUNT_MESSAGES['account.mouse']}
          segments={MOUSE}
          value={mousePreset}
          onChange={(value) => setPreference('mousePreset', value)}
        />
      </PageSection>
      <UnitsChoice />
      <AngleUnitsChoice />
      <PageSection
        title={ACCOUNT_MESSAGES['account.depthShadingPointClouds']}
        hint={ACCOUNT_MESSAGES['account.darkensEdgesDepthCloud']}
      >
        <Segmented
          label={ACCOUNT_MESSAGES['account.depthShadingPointClouds']}
          segments={LIGHTING}
          value={eyeDome}
          onChange={(value) => setPreference('eyeDome', value)}
        />
      </PageSection>
      <PointsAtMost />
      <PageSection title={ACCOUNT_MESSAGES['account.edges']} hint={ACCOUNT_MESSAGES['account.darkLinesAlongEdges']}>
        <EdgesChoice />
      </PageSection>
      <PageSection title={ACCOUNT_MESSAGES['account.sun']} hint={LIGHT_MESSAGES['light.sunHint']}>
        <SunChoice />
      </PageSection>
      <PageSection title={ACCOUNT_MESSAGES['account.sunShadows']} hint={LIGHT_MESSAGES['light.shadowsHint']}>
        <SunShadowsChoice />
      </PageSection>
      <PageSection title={ACCOUNT_MESSAGES['account.softShadeInCorners']} hint={LIGHT_MESSAGES['light.softShadeHint']}>
        <SoftShadeChoice />
      </PageSection>
      <PageSection
        title={ACCOUNT_MESSAGES['account.refinePictureRest']}
        hint={ACCOUNT_MESSAGES['account.railsWiresBecomeWhole']}
      >
        <Segmented
          label={ACCOUNT_MESSAGES['account.refinePictureRest']}
          segments={ON_OFF}
          value={isRefinedAtRest ? 'on' : 'off'}
          onChange={(value) => setPreference('isRefinedAtRest', value === 'on')}
        />
      </PageSection>
      <KeptModels />
      {hasImagery && (
        <PageSection title={ACCOUNT_MESSAGES['account.baseMap']}>
          <Segmented
            label={ACCOUNT_MESSAGES['account.baseMap']}
            segments={IMAGERY}
            value={imagery}
            onChange={(value) => setPreference('imagery', value)}
          />
        </PageSection>
      )}
    </>
  );
}

function UnitsChoice() {
  const { units } = useSnapshot(preferences);
  return (
    <PageSection title={ACCOUNT_MESSAGES['account.units']}>
      <Segmented
        label={ACCOUNT_MESSAGES['account.units']}
        segments={UNIT_CHOICES}
        value={units}
        onChange={(value) => setPreference('units', value)}
      />
    </PageSection>
  );
}

function AngleUnitsChoice() {
  const { angleUnits } = useSnapshot(preferences);
  return (
    <PageSection title={ACCOUNT_MESSAGES['account.unitsOfAngles']}>
      <Segmented
        label={ACCOUNT_MESSAGES['account.unitsOfAngles']}
        segments={ANGLE_CHOICES}
        value={angleUnits}
        onChange={(value) => setPreference('angleUnits', value)}
      />
    </PageSection>
  );
}

function PointsAtMost() {
  const { pointBudget } = useSnapshot(preferences);
  return (
    <PageSection
      title={ACCOUNT_MESSAGES['account.pointsAtMost']}
      hint={ACCOUNT_MESSAGES['account.millionsPointsScreenDraws']}
    >
      <Segmented
        label={ACCOUNT_MESSAGES['account.pointsAtMostMillions']}
        segments={POINTS_MOST}
        value={pointBudget === null ? 'auto' : String(pointBudget)}
        onChange={(value) => setPreference('pointBudget', value === 'auto' ? null : Number(value))}
      />
    </PageSection>
  );
}
