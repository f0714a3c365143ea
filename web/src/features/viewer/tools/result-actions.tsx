import { Copy, Download, Ellipsis, Eraser } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { TOOLS_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { ANGLE_CHOICES, UNIT_CHOICES } from '../../../parts/unit-choices.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import type { MenuEntry, MenuSectionOf } from '../../../ui/menu/menu-list.tsx';
import { SaveButton } from './saved/save-button.tsx';
import { subjectsOf } from './saved/subjects.ts';
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

/** A section of which one entry is chosen. */
function choiceSection<Value extends string>(
  title: string,
  choices: readonly { readonly value: Value; readonly label: string }[],
  chosen: Value,
  onChoose: (value: Value) => void,
): MenuSectionOf {
  return {
    key: 'units',
    title,
    entries: choices.map(({ value, label }) => ({ key: value, label })),
    chosen,
    onChoose: (key) => onChoose(choices.find(({ value }) => value === key)!.value),
  };
}

/** Under the results of a tool: the actions on all of them. */
export function ResultActions({ tool, isEmpty }: ResultActionsProps) {
  const { units } = useSnapshot(preferences);
  return (
    <div className={css.actions}>
      <IconButton
        icon={Copy}
        size="m"
        label={COMMON_MESSAGES['common.copy']}
        disabled={isEmpty}
        onClick={() => void copyResults(tool, units)}
      />
      <MenuButton
        variant="label"
        label={TOOLS_MESSAGES['tools.export']}
        icon={Download}
        isDisabled={isEmpty}
        sections={[{ key: 'formats', entries: exportsOf(tool, false) }]}
      />
      <SaveButton isDisabled={isEmpty} subjects={() => subjectsOf(tool)} />
      <Button tone="ghost" disabled={isEmpty} onClick={() => tool.clear()}>
        {TOOLS_MESSAGES['tools.clear']}
      </Button>
    </div>
  );
}

/** The menu in the head of a card: the same, and the units of its values. */
export function ResultMenu({ tool, isEmpty }: ResultActionsProps) {
  const { units, angleUnits } = useSnapshot(preferences);
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
  const unitSections: Readonly<Record<SessionTool['id'], readonly MenuSectionOf[]>> = {
    measure: [
      choiceSection(TOOLS_MESSAGES['tools.units'], UNIT_CHOICES, units, (value) => setPreference('units', value)),
    ],
    angle: [
      choiceSection(TOOLS_MESSAGES['tools.angleUnits'], ANGLE_CHOICES, angleUnits, (value) =>
        setPreference('angleUnits', value),
      ),
    ],
    target: [],
  };
  return (
    <MenuButton label={TOOLS_MESSAGES['tools.more']} icon={Ellipsis} sections={[...unitSections[tool.id], results]} />
  );
}
