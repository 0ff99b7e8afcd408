import { h } from '@stencil/core';
import { interpolate } from '../language/language';
import { problemText, type Problem } from '../language/reasons';
import { dateText, pastTime } from '../language/times';
import { waitingTime } from '../language/waiting-time';
import type { ConfigTexts } from './config-texts';
import { offeredActions, question, type ConnectionAction, type ConnectionPanel, type LinkedConnection } from './connection-panel';

interface PanelActions {
  ask: (action: ConnectionAction | null) => void;
  act: (action: ConnectionAction) => void;
}

const labels = { disconnect: 'disconnect', reconnect: 'reconnect', uninstall: 'remove' } as const;

/** Below the form: how the connection is, and what can be done with it. `hasForm`: keeps room while it loads. */
export function renderConnection(panel: ConnectionPanel, hasForm: boolean, texts: ConfigTexts, tag: string, { ask, act }: PanelActions) {
  const { connection, asking, doing } = panel;
  if (connection === undefined) return hasForm && <div class="connection" key="connection"></div>;
  if (!connection) return null;
  const state = stateOf(connection, texts, tag);
  const offered = offeredActions(connection);
  if (!state && !connection.problem && offered.length === 0) return null;
  const button = (id: string, text: string, rank: string, onClick: () => void) => (
    <button
      type="button"
      class={`button ${rank}`}
      part={`button${rank && `-${rank}`}`}
      key={id}
      id={id}
      aria-disabled={String(!!doing)}
      onClick={() => !doing && onClick()}
    >
      {text}
    </button>
  );
  const questionOf = asking && asking !== 'reconnect' && question[asking];
  return (
    <div class="connection" key="connection">
      {questionOf ? (
        <div
          class={asking === 'uninstall' ? 'asking danger' : 'asking'}
          key="asking"
          role="group"
          aria-labelledby="question"
          tabindex="-1"
          onKeyDown={({ key }) => key === 'Escape' && ask(null)}
        >
          <p id="question">{interpolate(texts[questionOf], { shop: `\u2068${connection.name}\u2069` })}</p>
          {failedView(panel, texts, tag)}
          {button('cancel', texts.cancel, 'secondary', () => ask(null))}
          {button('confirm', texts[labels[asking]], asking === 'uninstall' ? 'danger' : '', () => act(asking))}
        </div>
      ) : (
        [
          problemView(connection.problem, texts),
          failedView(panel, texts, tag),
          stateView(state),
          offered.map((action) =>
            button(action, texts[labels[action]], 'secondary', () => (action === 'reconnect' ? act(action) : ask(action))),
          ),
        ]
      )}
    </div>
  );
}

function stateView(state: string | undefined) {
  return (
    <p class="hint" key="connection-state">
      {state}
    </p>
  );
}

function problemView(problem: Problem | null, texts: ConfigTexts) {
  return (
    problem && (
      <p class={`notice ${problem.look}`} part="notice" key="problem" lang={problem.key ? undefined : 'en'}>
        {problemText(problem, texts)}
      </p>
    )
  );
}

/** Beside what the user asked for. */
function failedView({ message, failed }: ConnectionPanel, texts: ConfigTexts, tag: string) {
  return (
    message && (
      <p class="notice danger" part="notice" role="alert" key="failed">
        <b>{failed && texts[labels[failed]]}</b>
        {interpolate(texts[message.text], { time: waitingTime(message.waitMs, tag) })}
      </p>
    )
  );
}

function stateOf({ status, deadline, syncedAt, counted }: LinkedConnection, texts: ConfigTexts, tag: string): string | undefined {
  if (status === 'disconnected') return deadline ? interpolate(texts.disconnected, { time: dateText(deadline, tag) }) : texts.ended;
  if (status === 'error') return undefined;
  if (counted) {
    const { done, total } = counted;
    return interpolate(texts.counted, { done: done.toLocaleString(tag), total: total.toLocaleString(tag) });
  }
  return syncedAt ? interpolate(texts.synced, { time: pastTime(Date.now() - syncedAt, tag) }) : undefined;
}
