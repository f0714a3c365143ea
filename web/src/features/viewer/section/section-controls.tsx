import { TOOLS_MESSAGES } from '@overlook/shared/messages';
import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { volumeText } from '@overlook/shared/format';
import { boxVolume } from '@overlook/shared/maths';
import { siteToShow, useCatalogue } from '../../../api/catalogue.ts';
import type { SectionBox, SectionPlane, SectionVolume, Stage } from '@overlook/engine';
import { section, setSectionMode, setSectionVolume, toggleSection } from '../../../state/section.ts';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { carryOverride, dropOverride } from '../../../state/tools.ts';
import { findDefaultBox } from '@overlook/embed/controls/default-box';
import { planeTool } from './plane-tool.ts';
import { SectionBar } from './section-bar.tsx';

/** Planes that one volume takes. */
const PLANES_AT_MOST = 6;

/** The section box of the stage: placed when it is opened, and its bar. */
export function SectionControls({ stage }: { stage: Stage }) {
  const { isOpen, isInPanel, mode, volume } = useSnapshot(section);
  const { data } = useCatalogue();
  const siteId = useSelectedSiteId();
  const origin = (data && siteToShow(data, siteId)?.data.meta.origin) ?? null;

  useEffect(() => {
    if (!isOpen || isInPanel || section.volume?.box || !origin) return;
    findDefaultBox(stage, origin, (box) => {
      if (section.isOpen && !section.volume?.box) setSectionVolume({ box, planes: section.volume?.planes ?? [] });
    });
  }, [isOpen, isInPanel, stage, origin]);
  usePlaneTool(isOpen && !isInPanel && mode === 'plane');

  const box = volume?.box as SectionBox | null | undefined;
  if (!isOpen || isInPanel || !box) return null;
  return (
    <SectionBar
      key={siteId}
      box={box}
      mode={mode}
      planeCount={volume?.planes.length ?? 0}
      volumeText={volumeText(boxVolume(box))}
      onChange={(next) => changeVolume({ box: next })}
      onMode={setSectionMode}
      onRemovePlanes={() => changeVolume({ planes: [] })}
      onClose={toggleSection}
    />
  );
}

function changeVolume(part: Partial<SectionVolume>): void {
  setSectionVolume({ ...(section.volume ?? { box: null, planes: [] }), ...part });
}

/** While planes are being laid, clicks on the model are for them. */
function usePlaneTool(isOn: boolean): void {
  const tool = useMemo(() => {
    const done = () => setSectionMode('resize');
    const add = (plane: SectionPlane) => {
      const planes = section.volume?.planes ?? [];
      if (planes.length < PLANES_AT_MOST) changeVolume({ planes: [...planes, plane] });
      done();
    };
    return planeTool(add, done);
  }, []);
  useEffect(() => {
    if (!isOn) return undefined;
    carryOverride(tool, TOOLS_MESSAGES['section.planePrompt']);
    return () => dropOverride(tool);
  }, [isOn, tool]);
}
