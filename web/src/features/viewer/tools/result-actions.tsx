import { Copy, Download, Ellipsis, Eraser } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { TOOLS_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { Button } from '../../../ui/button/button.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import type { MenuEntry, MenuSectionOf } from '../../../ui/menu/menu-list.tsx';
import { copyResults, saveResults } from './tool-files.ts';
import type { SessionTool } from '../../../state/session-tools.ts';
import css from './cards.module.css';

interface ResultActionsProps {
  tool: SessionTool;
  /** There is nothing to copy, export or clear. */
  isEmpty: boolean;
}

const exportsOf = (tool: SessionTool, isDisabled: boolean): MenuEntry[] => [
  {
    key: 'csv',
    label: TOOLS_MESSAGES['tools.exportCsv'],
    icon: Download,
    isDisabled,
    onAction: () => void saveResults(tool, 'csv'),
  },
  {
    key: 'geojson',
    label: TOOLS_MESSAGES['tools.exportGeojson'],
    icon: Download,
    isDisabled,
    onAction: () => void saveResults(tool, 'geojson'),
  },
];

/** Under the results of a tool: the actions on all of them. */
export function ResultActions({ tool, isEmpty }: ResultActionsProps) {
  const { units } = useSnapshot(preferences);
  return (
    <div className={css.actions}>
      <Button icon={Copy} disabled={isEmpty} onClick={() => void copyResults(tool, units)}>
        {COMMON_MESSAGES['common.copy']}
      </Button>
      <MenuButton
        variant="label"
        label={TOOLS_MESSAGES['tools.export']}
        icon={Download}
        isDisabled={isEmpty}
        sections={[{ key: 'formats', entries: exportsOf(tool, false) }]}
      />
      <Button tone="ghost" disabled={isEmpty} onClick={() => tool.clear()}>
        {TOOLS_MESSAGES['tools.clear']}
      </Button>
    </div>
  );
}

/** The menu in the head of a card: the same, and the units where lengths are shown. */
export function ResultMenu({ tool, isEmpty, hasUnits = false }: ResultActionsProps & { hasUnits?: boolean }) {
  const { units } = useSnapshot(preferences);
  const results: MenuSectionOf = {
    key: 'results',
    entries: [
      {
        key: 'copy',
        label: COMMON_MESSAGES['common.copy'],
        icon: Copy,
        isDisabled: isEmpty,
        onAction: () => void copyResults(tool, units),
      },
      ...exportsOf(tool, isEmpty),
      {
        key: 'clear',
        label: TOOLS_MESSAGES['tools.clear'],
        icon: Eraser,
        isDisabled: isEmpty,
        onAction: () => tool.clear(),
      },
    ],
  };
  const unitSection: MenuSectionOf = {
    key: 'units',
    title: TOOLS_MESSAGES['tools.units'],
    entries: [
      { key: 'metric', label: TOOLS_MESSAGES['tools.metric'] },
      { key: 'imperial', label: TOOLS_MESSAGES['tools.imperial'] },
    ],
    chosen: units,
    onChoose: (key) => setPreference('units', key === 'imperial' ? 'imperial' : 'metric'),
  };
  return (
    <MenuButton
      label={TOOLS_MESSAGES['tools.more']}
      icon={Ellipsis}
      sections={hasUnits ? [unitSection, results] : [results]}
    />
  );
}
