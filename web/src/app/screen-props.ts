export interface ScreenProps {
  /** Goes back to the main view. */
  onClose: () => void;
}
