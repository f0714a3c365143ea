import { ArrowDownUp, Download, Eye, EyeOff, ListFilter, Search, X } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { MOC_STATES, type MocState } from '@overlook/shared/config';
import { dayText } from '@overlook/shared/format';
import { formatMessage, mocsAtPinText, MOCS_MESSAGES } from '@overlook/shared/messages';
import type { MocSummary } from '../../../api/moc-list.ts';
import { fetchMocsFile } from '../../../api/mocs.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { showToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-list.tsx';
import { usePageSearch } from '../../../ui/page-search.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { type MocFilter, stateCounts } from './found-mocs.ts';
import { MOC_STATE_LOOKS } from './moc-states.ts';
import { usePastDay } from './past-day.ts';
import css from './mocs-card.module.css';

interface MocsFilterBarProps {
  siteId: number;
  mocs: readonly MocSummary[];
  filter: MocFilter;
  onChange: (filter: MocFilter) => void;
  /** Asks for a BCF file to be imported. */
  onImport: () => void;
}

const FILES = [
  { format: 'csv', label: MOCS_MESSAGES['moc.exportCsv'] },
  { format: 'geojson', label: MOCS_MESSAGES['moc.exportGeojson'] },
  { format: 'bcfzip', label: MOCS_MESSAGES['moc.exportBcf'] },
  { format: 'bcfzip?version=2.1', label: MOCS_MESSAGES['moc.exportBcf21'] },
] as const;

const fileEntries = (siteId: number): MenuEntry[] =>
  FILES.map(({ format, label }) => ({
    key: format,
    label,
    onAction: () =>
      void fetchMocsFile(siteId, format).then(
        (file) => saveFile(file, `mocs.${format.split('?')[0]}`),
        () => showToast(MOCS_MESSAGES['mocs.exportFailed'], 'error'),
      ),
  }));

/** The changes as files, and for those who may add changes also from one. */
function FilesMenu({ siteId, onImport }: Pick<MocsFilterBarProps, 'siteId' | 'onImport'>) {
  const mayImport = useAllowed('MOC:CREATE');
  const exports = { key: 'exports', entries: fileEntries(siteId) };
  const imports = {
    key: 'imports',
    entries: [{ key: 'import', label: MOCS_MESSAGES['moc.importBcf'], onAction: onImport }],
  };
  return (
    <MenuButton
      label={mayImport ? MOCS_MESSAGES['moc.importAndExportMocs'] : MOCS_MESSAGES['moc.exportMocs']}
      icon={mayImport ? ArrowDownUp : Download}
      sections={mayImport ? [exports, imports] : [exports]}
    />
  );
}

/** At a past day, whether areas that were drawn after it are there. */
function LaterAreas({ siteId }: Pick<MocsFilterBarProps, 'siteId'>) {
  const pastDay = usePastDay(siteId);
  const { areLaterAreasShown, areMocsShown } = useSnapshot(preferences);
  if (pastDay === null) return null;
  return (
    <Switch
      label={formatMessage(MOCS_MESSAGES['moc.laterAreas'], { date: dayText(pastDay) })}
      hint={MOCS_MESSAGES['moc.laterAreasHint']}
      isOn={areLaterAreasShown}
      isDisabled={!areMocsShown}
      onChange={(areShown) => setPreference('areLaterAreasShown', areShown)}
    />
  );
}

/** Search, filter by state, the number of changes in each, and the eye for all of them. */
export function MocsFilterBar({ siteId, mocs, filter, onChange, onImport }: MocsFilterBarProps) {
  const field = useRef<HTMLInputElement>(null);
  usePageSearch(field);
  const { areMocsShown } = useSnapshot(preferences);
  const counts = stateCounts(mocs);
  const { search, states, among } = filter;
  const toggle = (key: string) => {
    const state = key as MocState;
    const others = states.filter((one) => one !== state);
    onChange({ ...filter, states: others.length < states.length ? others : [...states, state] });
  };
  return (
    <div className={css.filter}>
      <div className={css.line}>
        <div className={css.search}>
          <TextField
            ref={field}
            label={MOCS_MESSAGES['moc.searchMocs']}
            isLabelHidden
            type="search"
            placeholder={MOCS_MESSAGES['moc.searchMocs']}
            size="m"
            icon={Search}
            value={search}
            onChange={(text) => onChange({ ...filter, search: text })}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || search === '') return;
              event.preventDefault();
              onChange({ ...filter, search: '' });
            }}
          />
        </div>
        <MenuButton
          label={MOCS_MESSAGES['moc.filterByState']}
          icon={ListFilter}
          size="m"
          sections={[
            {
              key: 'states',
              entries: MOC_STATES.map((key) => ({ key, ...MOC_STATE_LOOKS[key] })),
              ticked: states,
              onToggle: toggle,
            },
          ]}
        />
      </div>
      <div className={css.line}>
        <p className={css.counts}>
          {MOC_STATES.map((state) => `${counts[state]} ${MOC_STATE_LOOKS[state].label.toLowerCase()}`).join(' · ')}
        </p>
        <FilesMenu siteId={siteId} onImport={onImport} />
        <IconButton
          icon={areMocsShown ? Eye : EyeOff}
          label={areMocsShown ? MOCS_MESSAGES['moc.hideAllMocs'] : MOCS_MESSAGES['moc.showMocs']}
          size="s"
          onClick={() => setPreference('areMocsShown', !areMocsShown)}
        />
      </div>
      <LaterAreas siteId={siteId} />
      {among && (
        <div className={css.line}>
          <p className={css.counts}>{mocsAtPinText(among.length)}</p>
          <Button tone="ghost" icon={X} onClick={() => onChange({ ...filter, among: null })}>
            {MOCS_MESSAGES['moc.listAll']}
          </Button>
        </div>
      )}
    </div>
  );
}
