import { ListFilter } from 'lucide-react';
import type { RefObject } from 'react';
import { useSnapshot } from 'valtio';
import { CAD_FILTER } from '@overlook/shared/config';
import { CAD_MESSAGES } from '@overlook/shared/messages';
import { preferences, setPreference, type FilterMode } from '../../../../state/preferences.ts';
import { EdgesChoice } from '../../../../parts/edges-choice.tsx';
import { type Segment, Segmented } from '../../../../ui/inputs/segmented.tsx';
import { Slider } from '../../../../ui/inputs/slider.tsx';
import { PopoverButton } from '../../../../ui/popover-button.tsx';
import { useLayout } from '../../../../ui/use-layout.ts';
import { Switch } from '../../../../ui/inputs/switch.tsx';
import { ColorField } from '../../../../ui/field/color-field.tsx';
import { ColourBy } from './colour-by.tsx';
import css from './filter-button.module.css';

const MODES: readonly Segment<FilterMode>[] = [
  { value: 'off', label: CAD_MESSAGES['cad.off'] },
  { value: 'show', label: CAD_MESSAGES['cad.showSelected'] },
  { value: 'hide', label: CAD_MESSAGES['cad.hideSelected'] },
  { value: 'xray', label: CAD_MESSAGES['cad.xRay'] },
];

interface FilterButtonProps {
  siteId: number;
  /** The panel around it: the menu opens next to the panel, over the model. */
  panel: RefObject<Element | null>;
}

/** How selected objects are shown in the model, and the colours of the tree there (specification §2, §9). */
export function FilterButton({ siteId, panel }: FilterButtonProps) {
  const { filterMode } = useSnapshot(preferences);
  const isPhone = useLayout() === 'phone';
  return (
    <PopoverButton
      label={CAD_MESSAGES['cad.filter']}
      className={filterMode === 'off' ? css.button : css.on}
      staysOpen
      {...(isPhone ? {} : { leftOf: panel })}
      content={<FilterMenu siteId={siteId} />}
    >
      <ListFilter size={16} strokeWidth={1.75} aria-hidden />
    </PopoverButton>
  );
}

function FilterMenu({ siteId }: { siteId: number }) {
  const { filterMode, filterOpacityPercent, highlightColor, filterColor, isCadStageDark } = useSnapshot(preferences);
  const opacityLabel =
    filterMode === 'hide' ? CAD_MESSAGES['cad.opacityOfTheSelected'] : CAD_MESSAGES['cad.opacityOfTheRest'];
  return (
    <div className={css.menu}>
      <Segmented
        label={CAD_MESSAGES['cad.filter']}
        segments={MODES}
        value={filterMode}
        onChange={(mode) => setPreference('filterMode', mode)}
      />
      {filterMode !== 'xray' && (
        <>
          <p className={css.label} aria-hidden>
            {opacityLabel}
          </p>
          <Slider
            label={opacityLabel}
            value={filterOpacityPercent}
            least={0}
            most={100}
            format={(percent) => `${percent}\u2009%`}
            onChange={(percent) => setPreference('filterOpacityPercent', percent)}
          />
        </>
      )}
      <ColorField
        label={CAD_MESSAGES['cad.highlight']}
        value={highlightColor}
        resetTo={CAD_FILTER.highlightColor}
        onChange={(color) => setPreference('highlightColor', color)}
      />
      <ColorField
        label={CAD_MESSAGES['cad.filter']}
        value={filterColor}
        resetTo={CAD_FILTER.filterColor}
        onChange={(color) => setPreference('filterColor', color)}
      />
      <ColourBy siteId={siteId} />
      <p className={css.label} aria-hidden>
        {CAD_MESSAGES['cad.edges']}
      </p>
      <EdgesChoice />
      <Switch
        label={CAD_MESSAGES['cad.darkStage']}
        isOn={isCadStageDark}
        onChange={(isOn) => setPreference('isCadStageDark', isOn)}
      />
    </div>
  );
}
