import type { Theme } from '../../state/theme.ts';
import type { SignIn } from './use-sign-in.ts';

/** The props of a step after the first one. */
export interface LaterStepProps {
  challenge: string;
  theme: Theme;
  onAnswer: SignIn['follow'];
  /** Back to the first step, with a sentence when the server has sent them there. */
  onStartAgain: SignIn['startAgain'];
}
