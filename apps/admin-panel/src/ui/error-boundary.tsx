import { Component, useEffect, type ReactNode } from 'react';
import { queryClient } from '../data/query-client';
import { useText } from '../language/use-language';
import { FailureNotice } from './failure-notice';
import { Page } from './page';

interface ErrorBoundaryProps {
  /** The screen's address: another one is tried from the start. */
  address?: string;
  /** Of the whole panel, where no menu is around it. */
  isOutside?: boolean;
  children: ReactNode;
}

interface Caught {
  failure: { reason: unknown } | null;
  address: string | undefined;
}

/** In place of what cannot be drawn: that it cannot, and ways out. React has error boundaries as classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Caught> {
  override state: Caught = { failure: null, address: this.props.address };

  static getDerivedStateFromError(reason: unknown): Partial<Caught> {
    return { failure: { reason } };
  }

  static getDerivedStateFromProps({ address }: ErrorBoundaryProps, caught: Caught): Partial<Caught> | null {
    return address === caught.address ? null : { failure: null, address };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    const screen = <BrokenScreen failure={failure.reason} leave={() => this.setState({ failure: null })} />;
    return this.props.isOutside ? <main className="card outside-card">{screen}</main> : screen;
  }
}

function BrokenScreen({ failure, leave }: { failure: unknown; leave: () => void }) {
  const t = useText();
  // Drawn from what was read before, the screen would fail again.
  useEffect(() => queryClient.removeQueries({ type: 'inactive' }), []);
  return (
    <Page title={t('failure.screenTitle')}>
      <FailureNotice failure={failure} text={t('failure.screen')} />
      <p className="buttons">
        <button type="button" onClick={() => location.reload()}>
          {t('failure.reload')}
        </button>
        <a href="#/connections" onClick={leave}>
          {t('failure.back')}
        </a>
      </p>
    </Page>
  );
}
