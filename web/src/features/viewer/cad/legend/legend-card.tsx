import { Ellipsis, Eye, EyeOff, Info, Palette, X } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { CAD_FILTER } from '@overlook/shared/config';
import { numberText } from '@overlook/shared/format';
import { restShownText, CAD_MESSAGES, formatMessage } from '@overlook/shared/messages';
import {
  cad,
  type ColouredValue,
  setColours,
  setLegendShown,
  setValueColor,
  toggleHidden,
} from '../../../../state/cad.ts';
import { preferences, setPreference } from '../../../../state/preferences.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { ColorButton } from '../../../../ui/color-picker/color-button.tsx';
import { MenuButton } from '../../../../ui/menu/menu-button.tsx';
import { featureCount } from '../feature-count.ts';
import { isKeptColor } from '../kept-colors.ts';
import css from './legend-card.module.css';

/** On the stage: the colour of each value, how many objects have it, and whether they are shown. */
export function LegendCard() {
  const { colours, hidden, isLegendShown } = useSnapshot(cad);
  const card = useRef<HTMLElement>(null);
  if (!colours || !isLegendShown) return null;
  return (
    <section
      ref={card}
      className={css.card}
      aria-label={formatMessage(CAD_MESSAGES['cad.legendOf'], { title: colours.title })}
    >
      <div className={css.head}>
        <Palette size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
        <h2 className={css.title} data-tooltip={colours.title}>
          {colours.property}
        </h2>
        <LegendMenu />
        <IconButton
          icon={X}
          size="s"
          label={CAD_MESSAGES['cad.closeTheLegend']}
          keys="J"
          onClick={() => setLegendShown(false)}
        />
      </div>
      <ul className={css.values}>
        {colours.values.map((value) => (
          <ValueRow
            key={value.value}
            value={value as ColouredValue}
            isHidden={hidden.includes(value.features)}
            card={card}
          />
        ))}
      </ul>
      <RestShown />
    </section>
  );
}

interface ValueRowProps {
  value: ColouredValue;
  isHidden: boolean;
  card: React.RefObject<HTMLElement | null>;
}

function ValueRow({ value: { value, color, firstColor, features }, isHidden, card }: ValueRowProps) {
  return (
    <li className={css.value} data-hidden={isHidden || undefined}>
      {isHidden ? (
        <span className={css.noSwatch} />
      ) : (
        <ColorButton
          label={formatMessage(CAD_MESSAGES['cad.colourOf'], { value, color })}
          title={formatMessage(CAD_MESSAGES['cad.colourOfValue'], { value })}
          className={css.swatch!}
          anchor={card}
          placement="right top"
          value={color}
          resetTo={firstColor}
          hint={isKeptColor(color) ? CAD_MESSAGES['cad.keptColors'] : null}
          onChange={(next) => setValueColor(value, next)}
        />
      )}
      <span className={css.text}>{value}</span>
      <span className={css.figure}>{numberText(featureCount(features), 0)}</span>
      <IconButton
        size="s"
        icon={isHidden ? EyeOff : Eye}
        label={
          isHidden
            ? formatMessage(CAD_MESSAGES['cad.show'], { value })
            : formatMessage(CAD_MESSAGES['cad.hide'], { value })
        }
        onClick={() => toggleHidden(features)}
      />
    </li>
  );
}

function LegendMenu() {
  const { isCadStageDark } = useSnapshot(preferences);
  return (
    <MenuButton
      label={CAD_MESSAGES['cad.optionsOfTheLegend']}
      icon={Ellipsis}
      sections={[
        {
          key: 'stage',
          entries: [{ key: 'dark', label: CAD_MESSAGES['cad.darkStage'] }],
          ticked: isCadStageDark ? ['dark'] : [],
          onToggle: () => setPreference('isCadStageDark', !isCadStageDark),
        },
        {
          key: 'colours',
          entries: [
            { key: 'off', label: CAD_MESSAGES['cad.theModelsOwnColours'], icon: X, onAction: () => setColours(null) },
          ],
        },
      ]}
    />
  );
}

/** How the unselected objects are drawn. */
function RestShown() {
  const { selected } = useSnapshot(cad);
  const { filterMode, filterOpacityPercent } = useSnapshot(preferences);
  const shownPercent =
    filterMode === 'xray'
      ? CAD_FILTER.xrayOpacityPercent
      : filterMode === 'show' && selected.length > 0
        ? filterOpacityPercent
        : 100;
  return (
    <p className={css.rest}>
      <Info size={14} strokeWidth={1.75} aria-hidden className={css.icon} />
      {restShownText(shownPercent)}
    </p>
  );
}
