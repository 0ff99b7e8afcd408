import { h } from '@stencil/core';
import { interpolate } from '../language/language';
import { problemText } from '../language/reasons';
import { dateText, pastTime } from '../language/times';
import { waitingTime } from '../language/waiting-time';
import type { ConfigTexts } from './config-texts';
import { offeredActions, question, type ConnectionAction, type ConnectionPanel, type LinkedConnection } from './connection-panel';

interface PanelActions {
  ask: (action: ConnectionAction | null) => void;
  act: (action: ConnectionAction) => void;
}

/** Below the form: how the connection is, and what can be done with it. `hasForm`: keeps room while it loads. */
export function renderConnection(panel: ConnectionPanel, hasForm: boolean, texts: ConfigTexts, tag: string, { ask, act }: PanelActions) {
  const { connection, asking, doing, message } = panel;
  if (connection === undefined) return hasForm && <div class="connection" key="connection"></div>;
  if (!connection) return null;
  const state = stateOf(connection, texts, tag);
  const offered = offeredActions(connection);
  const { problem } = connection;
  if (!state && !problem && offered.length === 0) return null;
  const label = (action: ConnectionAction) => texts[action === 'uninstall' ? 'remove' : action];
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
  // Beside what the user asked for.
  const failed = message && (
    <p class="notice danger" part="notice" role="alert" key="failed">
      <b>{panel.failed && label(panel.failed)}</b>
      {interpolate(texts[message.text], { time: waitingTime(message.waitMs, tag) })}
    </p>
  );
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
          {failed}
          {button('cancel', texts.cancel, 'secondary', () => ask(null))}
          {button('confirm', label(asking), asking === 'uninstall' ? 'danger' : '', () => act(asking))}
        </div>
      ) : (
        [
          problem && (
            <p class={`notice ${problem.look}`} part="notice" key="problem" lang={problem.key ? undefined : 'en'}>
              {problemText(problem, texts)}
            </p>
          ),
          failed,
          <p class="hint" key="connection-state">
            {state}
          </p>,
          offered.map((action) => button(action, label(action), 'secondary', () => (action === 'reconnect' ? act(action) : ask(action)))),
        ]
      )}
    </div>
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
