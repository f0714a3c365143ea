import type { ControlName } from './control-names.ts';
import type { ControlsHost } from './controls-host.ts';
import { all, iconButton, make, setPressed } from './dom.ts';
import { toolCard } from './tool-card.ts';
import { activeEntry, TOOL_ENTRIES, type ToolEntry } from './tool-entries.ts';

interface ToolControls {
  /** Buttons for the tool bar. */
  readonly buttons: readonly HTMLButtonElement[];
  /** Container of the active tool's card. */
  readonly card: HTMLElement;
  readonly end: () => void;
}

/** Buttons that start and stop the tools, and the card of the active tool. The page may start tools too. */
export function toolControls(
  { viewed }: ControlsHost,
  shown: ReadonlySet<ControlName>,
  say: (text: string) => void,
): ToolControls {
  const place = make('div', { class: 'card-place', hidden: true });
  const entries = TOOL_ENTRIES.filter(({ control, tool }) => shown.has(control) && viewed.tools[tool]);
  let open: { readonly entry: ToolEntry; readonly end: () => void } | null = null;

  const close = () => {
    const index = entries.findIndex((entry) => entry === open?.entry);
    viewed.activateTool(null);
    buttons[index]?.focus();
  };
  const follow = () => {
    const active = activeEntry(viewed);
    const entry = active && entries.includes(active) ? active : null;
    entries.forEach((own, index) => setPressed(buttons[index]!, own === entry));
    if (entry === (open?.entry ?? null)) return;
    open?.end();
    const tool = entry && viewed.tools[entry.tool];
    const card = entry && tool ? toolCard(tool, entry, { close, say }) : null;
    open = entry && card && { entry, end: card.end };
    place.replaceChildren(...(card ? [card.element] : []));
    place.hidden = !card;
  };
  const press = (entry: ToolEntry) => {
    if (open?.entry === entry) return viewed.activateTool(null);
    if (entry.mode) viewed.tools.measure?.setMode(entry.mode);
    viewed.activateTool(entry.tool);
  };
  const buttons = entries.map((entry) =>
    iconButton({ icon: entry.icon, label: entry.label, part: entry.tool, onPress: () => press(entry) }),
  );
  follow();
  const unfollow = viewed.tools.measure?.subscribe(follow) ?? (() => {});
  return { buttons, card: place, end: all([viewed.onTool(follow), unfollow, () => open?.end()]) };
}
