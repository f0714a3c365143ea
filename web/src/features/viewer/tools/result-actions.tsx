import { Copy, Download, Ellipsis, Eraser } from 'lucide-react';
import { useSnapshot } from 'valtio';
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
  { key: 'csv', label: 'Export CSV', icon: Download, isDisabled, onAction: () => void saveResults(tool, 'csv') },
  {
    key: 'geojson',
    label: 'Export GeoJSON',
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
        Copy
      </Button>
      <MenuButton
        variant="label"
        label="Export"
        icon={Download}
        isDisabled={isEmpty}
        sections={[{ key: 'formats', entries: exportsOf(tool, false) }]}
      />
      <Button tone="ghost" disabled={isEmpty} onClick={() => tool.clear()}>
        Clear
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
      { key: 'copy', label: 'Copy', icon: Copy, isDisabled: isEmpty, onAction: () => void copyResults(tool, units) },
      ...exportsOf(tool, isEmpty),
      { key: 'clear', label: 'Clear', icon: Eraser, isDisabled: isEmpty, onAction: () => tool.clear() },
    ],
  };
  const unitSection: MenuSectionOf = {
    key: 'units',
    title: 'Units',
    entries: [
      { key: 'metric', label: 'Metric' },
      { key: 'imperial', label: 'Imperial' },
    ],
    chosen: units,
    onChoose: (key) => setPreference('units', key === 'imperial' ? 'imperial' : 'metric'),
  };
  return <MenuButton label="More" icon={Ellipsis} sections={hasUnits ? [unitSection, results] : [results]} />;
}
