import {
  BookOpen,
  Box,
  Building2,
  CircleQuestionMark,
  Images,
  Layers,
  type LucideIcon,
  MapPin,
  MessageSquarePlus,
  PanelLeftClose,
  PanelLeftOpen,
  Ruler,
  Settings,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { useSnapshot } from 'valtio';
import { EXPORTS_PATH, EXPORTS_TOKENS } from '../features/viewer/exports/exports-access.ts';
import { openFeedback } from '../features/feedback/feedback-store.ts';
import { USER_GUIDE_PATH } from '@overlook/shared/config';
import { AskingLink } from '../parts/asking-link.tsx';
import { setHelpOpen } from '../state/help.ts';
import { LAYERS_PATH } from '../state/layers.ts';
import { PHOTOS_PATH } from '../state/photos.ts';
import { preferences, setPreference } from '../state/preferences.ts';
import { Gate } from '../ui/gate.tsx';
import { Logo } from '../ui/logo.tsx';
import { useLateDock } from './use-late-dock.ts';
import css from './sidebar.module.css';

interface Entry {
  path: string;
  label: string;
  /** Where there is less room than the label takes. */
  shortLabel?: string;
  icon: LucideIcon;
  keys?: string;
}

const SITES: Entry = { path: '/sites', label: 'Sites', icon: Building2 };
const TOOLS: Entry = { path: '/tools', label: 'Tools', icon: Ruler, keys: 'T' };
const PLACES: Entry = { path: '/mocs', label: 'Places and MOCs', shortLabel: 'Places', icon: MapPin, keys: 'P' };
const EXPORTS: Entry = { path: EXPORTS_PATH, label: 'PointGrab', icon: Box, keys: 'X' };
const PHOTOS: Entry = { path: PHOTOS_PATH, label: 'Nearby photos', shortLabel: 'Photos', icon: Images, keys: 'I' };
const LAYERS: Entry = { path: LAYERS_PATH, label: 'Layers', icon: Layers, keys: 'K' };
const SETTINGS: Entry = { path: '/settings', label: 'Settings', icon: Settings };

interface SidebarProps {
  productName: string;
  canExpand: boolean;
  /** The widest windows show it expanded until a person hides it. */
  isWide: boolean;
}

/** The rail: where everything else is reached from. It lies over the stage while it grows, and costs it one resize. */
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
        <RailButton
          icon={CircleQuestionMark}
          label="Keys and mouse"
          keys="?"
          isExpanded={isExpanded}
          onPress={() => setHelpOpen(true)}
        />
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

/** The rail of a phone, along the lower edge. */
export function TabBar() {
  return (
    <nav className={css.tabs} aria-label="Main">
      <NavLink entry={SITES} isExpanded />
      <NavLink entry={TOOLS} isExpanded />
      <NavLink entry={PLACES} isExpanded isShort />
      <Gate tokens={EXPORTS_TOKENS} rule="or">
        <NavLink entry={EXPORTS} isExpanded />
      </Gate>
      <Gate tokens="FEATURE:NEARBYSNAPSHOTS">
        <NavLink entry={PHOTOS} isExpanded isShort />
      </Gate>
      <NavLink entry={LAYERS} isExpanded />
      <FeedbackButton isExpanded isShort />
      <NavLink entry={SETTINGS} isExpanded />
    </nav>
  );
}

/** A link that opens its route, and closes it again when it is open (specification §2 "Sidebar routes"). */
function NavLink({ entry, isExpanded, isShort = false }: { entry: Entry; isExpanded: boolean; isShort?: boolean }) {
  const [path] = useLocation();
  const isOpen = path === entry.path || path.startsWith(`${entry.path}/`);
  return (
    <AskingLink
      href={isOpen ? '/' : entry.path}
      className={css.item}
      aria-label={entry.label}
      aria-current={isOpen ? 'page' : undefined}
      data-tooltip={isExpanded ? undefined : entry.label}
      data-keys={entry.keys}
    >
      <entry.icon size={18} strokeWidth={1.75} aria-hidden className={css.icon} />
      <span className={css.label}>{(isShort && entry.shortLabel) || entry.label}</span>
    </AskingLink>
  );
}

const FeedbackButton = ({ isExpanded, isShort = false }: { isExpanded: boolean; isShort?: boolean }) => (
  <Gate tokens="FEATURE:PRODUCTFEEDBACK">
    <RailButton
      icon={MessageSquarePlus}
      label="Leave Feedback"
      {...(isShort && { shortLabel: 'Feedback' })}
      isExpanded={isExpanded}
      onPress={openFeedback}
    />
  </Gate>
);

/** Opens the PDF beside the application (specification §2). */
function UserGuide({ isExpanded }: { isExpanded: boolean }) {
  return (
    <a
      href={USER_GUIDE_PATH}
      target="_blank"
      rel="noopener"
      className={css.item}
      aria-label="User Guide"
      data-tooltip={isExpanded ? undefined : 'User Guide'}
    >
      <BookOpen size={18} strokeWidth={1.75} aria-hidden className={css.icon} />
      <span className={css.label}>User Guide</span>
    </a>
  );
}

interface RailButtonProps {
  icon: LucideIcon;
  label: string;
  shortLabel?: string;
  keys?: string;
  isExpanded: boolean;
  onPress: () => void;
}

function RailButton({ icon: Icon, label, shortLabel, keys, isExpanded, onPress }: RailButtonProps) {
  return (
    <button
      type="button"
      className={css.item}
      aria-label={label}
      data-tooltip={isExpanded ? undefined : label}
      data-keys={keys}
      onClick={onPress}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden className={css.icon} />
      <span className={css.label}>{shortLabel ?? label}</span>
    </button>
  );
}
