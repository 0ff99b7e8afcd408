import { problemOf, type Problem } from '../language/reasons';
import { failureOf } from '../service/failure';
import { membersOf } from '../service/json';
import type { ServiceResponse } from '../service/request';
import { say, type Message } from './configuration-form';

const actions = ['reconnect', 'disconnect', 'uninstall'] as const;
/** What the user can do with the connection: routes of the service. */
export type ConnectionAction = (typeof actions)[number];

/** A response of GET /api/widget/connection. Times are ms since 1970 by the clock of this machine. */
export interface LinkedConnection {
  id: string;
  name: string;
  status: string;
  /** Why it does not work. */
  problem: Problem | null;
  syncedAt: number | null;
  /** Rows that the open sync has read, of those that its list has; null: none is open, or it does not know. */
  counted: { done: number; total: number } | null;
  /** Until then a disconnected connection can be reconnected. */
  deadline: number | null;
  /** What the token may do now. */
  actions: readonly ConnectionAction[];
}

/** What is below the form. Immutable, like the form. */
export interface ConnectionPanel {
  /** Undefined: loading; null: unknown, so nothing is shown. */
  connection: LinkedConnection | null | undefined;
  /** The action that waits for the user's confirmation. */
  asking: ConnectionAction | null;
  /** The action in flight. */
  doing: ConnectionAction | null;
  /** Why the last action failed. */
  message: Message | null;
  failed: ConnectionAction | null;
}

export const emptyPanel: ConnectionPanel = { connection: undefined, asking: null, doing: null, message: null, failed: null };

/** Tells the page about a completed action. */
export const eventOf = {
  disconnect: 'service-disconnected',
  reconnect: 'service-reconnected',
  uninstall: 'service-removed',
} as const satisfies Record<ConnectionAction, string>;

/** Disconnecting and removing ask first. */
export const question = { disconnect: 'disconnectSure', uninstall: 'removeSure' } as const;

/** Null unless the response holds a connection. */
export function connectionOf({ status, body, clockAheadMs }: ServiceResponse): LinkedConnection | null {
  const connection = membersOf(body);
  if (status !== 200 || typeof connection.id !== 'string') return null;
  const { records_fetched: done, rows_listed: total } = membersOf(connection.sync);
  const allowed = Array.isArray(connection.actions) ? connection.actions : [];
  const timeOf = (time: unknown) => Date.parse(String(time)) - clockAheadMs || null;
  return {
    id: connection.id,
    name: String(connection.name),
    status: String(connection.status),
    problem: problemOf(connection),
    syncedAt: timeOf(connection.last_synced_at),
    counted: typeof done === 'number' && typeof total === 'number' ? { done, total } : null,
    deadline: timeOf(connection.grace_deadline),
    actions: actions.filter((action) => allowed.includes(action)),
  };
}

/** Removing comes after disconnecting, so that no single step deletes data. */
export function offeredActions({ status, actions: allowed }: LinkedConnection): ConnectionAction[] {
  return allowed.filter((action) => action !== 'uninstall' || status === 'disconnected');
}

/** Whether the panel offers the way back from a connection that has ended. */
export function isEnded({ connection }: ConnectionPanel): boolean {
  return connection?.status === 'disconnected' && connection.actions.length > 0;
}

/** Whether the service has carried out the action. Its connection is gone after `uninstall`. */
export function isDone({ status }: ServiceResponse): boolean {
  return status === 200 || status === 204;
}

/** The panel after an action that the service has not carried out. */
export function refused(panel: ConnectionPanel, response: ServiceResponse): ConnectionPanel {
  const { kind, waitMs } = failureOf(response, { 422: 'unrepaired' });
  return { ...panel, doing: null, failed: panel.doing, message: say(kind, waitMs) };
}
