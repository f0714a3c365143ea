/** What the panel tells each of its cards. */
export interface CardProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}
