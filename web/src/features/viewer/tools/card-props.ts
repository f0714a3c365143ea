/** The props of each card of the panel. */
export interface CardProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Closes the panel; null where the card is one of several in it. */
  onClose: (() => void) | null;
}
