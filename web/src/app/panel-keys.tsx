import { useLocation } from 'wouter';
import type { ScreenPart } from '../parts/feature.ts';
import { type CommandWithoutValue, useCommand } from '../state/commands.ts';
import { leave } from '../state/leaving.ts';
import { useAllowed } from '../state/session-context.tsx';
import { SCREENS } from './features.tsx';
import { MAIN_VIEW } from './main-view.ts';

interface PanelKeyProps extends Pick<ScreenPart, 'path'> {
  tokens: ScreenPart['tokens'] | undefined;
  name: CommandWithoutValue;
  isOpen: boolean;
}

const NO_TOKENS: NonNullable<ScreenPart['tokens']> = [];

/** A key opens a panel and closes it, for those who may open it. */
function PanelKey({ name, path, tokens, isOpen }: PanelKeyProps) {
  const [, navigate] = useLocation();
  const isAllowed = useAllowed(tokens ?? NO_TOKENS, 'or');
  const mayOpen = !tokens || isAllowed;
  useCommand(name, () => mayOpen && leave(() => navigate(isOpen ? MAIN_VIEW.path : path)));
  return null;
}

/** The keys of the panels. */
export const PanelKeys = ({ openPath }: { openPath: string | null }) =>
  SCREENS.map(
    ({ toggledBy, path, tokens }) =>
      toggledBy && <PanelKey key={path} name={toggledBy} path={path} tokens={tokens} isOpen={openPath === path} />,
  );
