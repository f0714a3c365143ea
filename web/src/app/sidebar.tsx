import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import { preferences, setPreference } from '../state/preferences.ts';
import { Logo } from '../ui/logo.tsx';
import { SCREENS, SETTINGS } from './features.tsx';
import { FeedbackButton, HelpButton, NavLink, RailButton, UserGuide } from './rail-items.tsx';
import { useLateDock } from './use-late-dock.ts';
import css from './sidebar.module.css';

const PANELS = SCREENS.filter(({ place, isUnlisted }) => place === 'panel' && !isUnlisted);

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
  const label = isExpanded ? VIEWER_MESSAGES['viewer.hide'] : VIEWER_MESSAGES['viewer.expand'];
  return (
    <div className={css.place} data-wide={isDockedWide}>
      <nav className={css.rail} data-expanded={isExpanded} aria-label={VIEWER_MESSAGES['viewer.main']}>
        <p className={css.brand}>
          <Logo />
          <span className={css.name}>{productName}</span>
        </p>
        {PANELS.map((entry) => (
          <NavLink key={entry.path} entry={entry} isExpanded={isExpanded} />
        ))}
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
