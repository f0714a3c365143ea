import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { EXPORTS_TOKENS } from '../features/viewer/exports/exports-access.ts';
import { preferences, setPreference } from '../state/preferences.ts';
import { Gate } from '../ui/gate.tsx';
import { Logo } from '../ui/logo.tsx';
import {
  EXPORTS,
  FeedbackButton,
  HelpButton,
  LAYERS,
  NavLink,
  PHOTOS,
  PLACES,
  RailButton,
  SETTINGS,
  SITES,
  TOOLS,
  UserGuide,
} from './rail-items.tsx';
import { useLateDock } from './use-late-dock.ts';
import css from './sidebar.module.css';

interface SidebarProps {
  productName: string;
  canExpand: boolean;
  /** The widest windows show it expanded until a person hides it. */
  isWide: boolean;
}

/**
 * The rail, with the entries of all panels. It covers the stage while it grows, so that the stage is resized only once.
 */
export function Sidebar({ productName, canExpand, isWide }: SidebarProps) {
  const { isSidebarExpanded } = useSnapshot(preferences);
  const isExpanded = canExpand && (isSidebarExpanded ?? isWide);
  const isDockedWide = useLateDock(isExpanded);
  const label = isExpanded ? 'Hide' : 'Expand';
  return (
    <div className={css.place} data-wide={isDockedWide}>
      <nav className={css.rail} data-expanded={isExpanded} aria-label="Main">
        <p className={css.brand}>
          <Logo />
          <span className={css.name}>{productName}</span>
        </p>
        <NavLink entry={SITES} isExpanded={isExpanded} />
        <NavLink entry={TOOLS} isExpanded={isExpanded} />
        <NavLink entry={PLACES} isExpanded={isExpanded} />
        <Gate tokens={EXPORTS_TOKENS} rule="or">
          <NavLink entry={EXPORTS} isExpanded={isExpanded} />
        </Gate>
        <Gate tokens="FEATURE:NEARBYSNAPSHOTS">
          <NavLink entry={PHOTOS} isExpanded={isExpanded} />
        </Gate>
        <NavLink entry={LAYERS} isExpanded={isExpanded} />
        <span className={css.space} />
        <FeedbackButton isExpanded={isExpanded} />
        <UserGuide isExpanded={isExpanded} />
        <HelpButton isExpanded={isExpanded} />
        <NavLink entry={SETTINGS} isExpanded={isExpanded} />
        {canExpand && (
          <RailButton
            icon={isExpanded ? PanelLeftClose : PanelLeftOpen}
            label={label}
            isExpanded={isExpanded}
            onPress={() => setPreference('isSidebarExpanded', !isExpanded)}
          />
        )}
      </nav>
    </div>
  );
}
