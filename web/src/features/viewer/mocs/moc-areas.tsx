import { Archive, Boxes, Eye, EyeOff, LocateFixed, Pencil, Spline, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { MOCS_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { Moc, MocArea } from '@overlook/shared/schemas';
import { areasOf } from '../../../api/moc-list.ts';
import { setAreaArchived } from '../../../api/mocs.ts';
import { mocs, setAreaHidden } from '../../../state/mocs.ts';
import { showToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Gate } from '../../../ui/gate.tsx';
import { flyToArea } from './fly-to-area.ts';
import { TouchedObjects } from './touched-objects.tsx';
import css from './moc-details.module.css';

interface MocAreasProps {
  moc: Moc;
  onEdit: (area: MocArea) => void;
}

/** The areas of a change: shown or hidden, flown to, archived with a way back. */
export function MocAreas({ moc, onEdit }: MocAreasProps) {
  const [archived, setArchived] = useState<MocArea | null>(null);
  const areas = areasOf(moc);
  const set = async (area: MocArea, isArchived: boolean) => {
    try {
      await setAreaArchived({ siteId: moc.siteID, id: moc.id, areaUuid: area.uuid }, isArchived);
      setArchived(isArchived ? area : null);
    } catch {
      showToast(isArchived ? MOCS_MESSAGES['area.archiveFailed'] : MOCS_MESSAGES['area.restoreFailed'], 'error');
    }
  };
  return (
    <section aria-label={MOCS_MESSAGES['moc.areas']} className={css.part}>
      {areas.length === 0 && <p className={css.none}>{MOCS_MESSAGES['moc.noAreas']}</p>}
      <ul>
        {areas.map((area) => (
          <AreaRow
            key={area.uuid}
            place={{ siteId: moc.siteID, id: moc.id }}
            area={area}
            onEdit={() => onEdit(area)}
            onArchive={() => void set(area, true)}
          />
        ))}
      </ul>
      {archived && (
        <p className={css.row}>
          <span className={css.name}>
            {MOCS_MESSAGES['area.archiveDone']}: {archived.name}
          </span>
          <Button icon={Undo2} onClick={() => void set(archived, false)}>
            {COMMON_MESSAGES['common.undo']}
          </Button>
        </p>
      )}
    </section>
  );
}

interface AreaRowProps {
  place: { siteId: number; id: number };
  area: MocArea;
  onEdit: () => void;
  onArchive: () => void;
}

function AreaRow({ place, area, onEdit, onArchive }: AreaRowProps) {
  const [isAsked, setAsked] = useState(false);
  const isHidden = useSnapshot(mocs).hiddenAreas.includes(area.uuid);
  const { name, uuid } = area;
  return (
    <li>
      <div className={css.row}>
        <Spline size={14} strokeWidth={1.75} aria-hidden className={css.icon} />
        <span className={css.name}>{name}</span>
        <IconButton
          icon={Boxes}
          label={formatMessage(MOCS_MESSAGES['moc.whatDoesTouch'], { name })}
          size="s"
          aria-expanded={isAsked}
          onClick={() => setAsked(!isAsked)}
        />
        <IconButton
          icon={LocateFixed}
          label={formatMessage(MOCS_MESSAGES['moc.flyTo'], { name })}
          size="s"
          onClick={() => flyToArea(area)}
        />
        <IconButton
          icon={isHidden ? EyeOff : Eye}
          label={formatMessage(isHidden ? MOCS_MESSAGES['moc.showNamed'] : MOCS_MESSAGES['moc.hideNamed'], { name })}
          size="s"
          onClick={() => setAreaHidden(uuid, !isHidden)}
        />
        <Gate tokens="MOC:UPDATE">
          <IconButton
            icon={Pencil}
            label={formatMessage(MOCS_MESSAGES['moc.edit'], { name })}
            size="s"
            onClick={onEdit}
          />
          <IconButton
            icon={Archive}
            label={formatMessage(MOCS_MESSAGES['moc.archive'], { name })}
            size="s"
            onClick={onArchive}
          />
        </Gate>
      </div>
      {isAsked && <TouchedObjects place={{ ...place, areaUuid: uuid }} name={name} />}
    </li>
  );
}
