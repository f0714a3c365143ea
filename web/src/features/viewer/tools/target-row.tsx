import { Copy, LocateFixed, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { llaTexts, utmTexts } from '@overlook/shared/format';
import { TOOLS_MESSAGES, formatMessage, measuredOnTexts } from '@overlook/shared/messages';
import type { Target, TargetTool } from '@overlook/engine';
import { type SiteSystem, useSiteSystem } from '../../../parts/site-system/use-site-system.ts';
import { command } from '../../../state/commands.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { copyTarget } from './tool-files.ts';
import css from './target-row.module.css';

interface TargetRowProps {
  tool: TargetTool;
  target: Target;
  isActive: boolean;
}

/** One target: its name, its position in degrees and on the map, and its actions. */
export function TargetRow({ tool, target, isActive }: TargetRowProps) {
  const { longitude, latitude, height } = llaTexts(target.lla);
  const { system } = useSiteSystem();
  return (
    <li className={css.row} data-active={isActive} onFocus={() => tool.selectPoint(target.pointId)}>
      <div className={css.head}>
        <TargetName tool={tool} target={target} />
        <IconButton
          icon={Copy}
          size="s"
          label={formatMessage(TOOLS_MESSAGES['tools.copy'], { name: target.name })}
          onClick={() => void copyTarget(target)}
        />
        <IconButton
          icon={LocateFixed}
          size="s"
          label={formatMessage(TOOLS_MESSAGES['tools.flyTo'], { name: target.name })}
          onClick={() => command('flyTo', { pointEcef: target.pointEcef, distanceMetres: null })}
        />
        <IconButton
          icon={Trash2}
          size="s"
          label={formatMessage(TOOLS_MESSAGES['tools.removeName'], { name: target.name })}
          onClick={() => tool.remove(target.id)}
        />
      </div>
      <Coordinates
        label={TOOLS_MESSAGES['tools.wgs84']}
        pieces={[
          formatMessage(TOOLS_MESSAGES['tools.lon'], { longitude }),
          formatMessage(TOOLS_MESSAGES['tools.lat'], { latitude }),
          `H ${height}`,
        ]}
      />
      <MapCoordinates lla={target.lla} system={system} />
      {target.takenOn && <p className={css.coordinates}>{measuredOnTexts([target.takenOn])}</p>}
    </li>
  );
}

/** In the system of the site, else in UTM. */
function MapCoordinates({ lla, system }: { lla: Target['lla']; system: SiteSystem | null }) {
  const own = system?.textsOf(lla);
  if (own) return <Coordinates label={system!.name} pieces={[system!.code, `E ${own[0]}`, `N ${own[1]}`]} />;
  const { zone, easting, northing } = utmTexts(lla);
  return (
    <Coordinates
      label={TOOLS_MESSAGES['tools.utm']}
      pieces={[formatMessage(TOOLS_MESSAGES['tools.zone'], { zone }), `E ${easting}`, `N ${northing}`]}
    />
  );
}

function Coordinates({ label, pieces }: { label: string; pieces: readonly string[] }) {
  return (
    <p className={css.coordinates} aria-label={label}>
      {pieces.map((piece) => (
        <span key={piece}>{piece}</span>
      ))}
    </p>
  );
}

/** The name as a field: Enter and leaving it keep the typed name, Escape does not. */
function TargetName({ tool, target }: { tool: TargetTool; target: Target }) {
  const [draft, setDraft] = useState<string | null>(null);
  const keep = () => {
    if (draft !== null) tool.rename(target.id, draft);
    setDraft(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') keep();
    else if (event.key === 'Escape' && draft !== null) setDraft(null);
    else return;
    event.preventDefault();
  };
  return (
    <input
      className={css.name}
      aria-label={TOOLS_MESSAGES['target.name']}
      value={draft ?? target.name}
      maxLength={NAME_LONGEST}
      autoComplete="off"
      onChange={(event) => setDraft(event.target.value)}
      onBlur={keep}
      onKeyDown={onKeyDown}
    />
  );
}

/** Characters that a name may have, the same limit as in the tool. */
const NAME_LONGEST = 200;
