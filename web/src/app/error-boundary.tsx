import { Component, type ErrorInfo, type ReactNode } from 'react';
import { APP_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../ui/button/button.tsx';
import css from './error-boundary.module.css';

interface State {
  message: string | null;
}

/**
 * Shown after an unexpected error: the error, and two links: the same address again, or the main view (specification
 * §2).
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { message: null };

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('The interface could not be drawn.', error, info.componentStack);
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === null) return this.props.children;
    return (
      <main className={css.page} role="alert">
        <h1 className={css.title}>{APP_MESSAGES['app.wentWrong']}</h1>
        <p className={css.message}>{message}</p>
        <p className={css.actions}>
          <Button tone="ghost" size="l" onClick={() => location.assign('/')}>
            {APP_MESSAGES['app.backMainView']}
          </Button>
          <Button tone="primary" size="l" onClick={() => location.reload()}>
            {APP_MESSAGES['app.reload']}
          </Button>
        </p>
      </main>
    );
  }
}
