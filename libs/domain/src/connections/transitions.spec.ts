import fc from 'fast-check';
import { SystemConnection } from './system-connection.entity';
import {
  connectionStatuses,
  IllegalTransition,
  nextStatus,
  transitions,
  liveStatuses,
  presentStatuses,
  installedStatuses,
  isServing,
  servesNow,
  statusReason,
  type MoveTrigger,
  type TransitionTrigger,
} from './transitions';

type From = Parameters<typeof nextStatus>[0];

/** The state table of the specification, row by row, and the moves that the contract adds. Written from the text. */
const rows: [from: From, trigger: TransitionTrigger, to: string][] = [
  ['(new)', 'direct initialisation', 'active'],
  ['(new)', 'plugin registration', 'pending'],
  ['pending', 'plugin registration', 'pending'],
  ['(new)', 'tenant initiation', 'pending'],
  ['pending', 'caller finalisation', 'active'],
  ['pending', 'plugin finalisation', 'active'],
  ['active', 'breaker opened', 'error'],
  ['active', 'disconnection', 'disconnected'],
  ['error', 'disconnection', 'disconnected'],
  ['pending', 'disconnection', 'disconnected'],
  ['disconnected', 'reconnection', 'active'],
  ['error', 'reconnection', 'active'],
  ['active', 'credential renewal', 'active'],
  ['error', 'credential renewal', 'active'],
  ['disconnected', 'credential renewal', 'active'],
  ['active', 'address change', 'active'],
  ['error', 'address change', 'active'],
  ['disconnected', 'address change', 'active'],
  ['active', 'retired by reconnect', 'inactive'],
  ['error', 'retired by reconnect', 'inactive'],
  ['disconnected', 'retired by reconnect', 'inactive'],
  ['inactive', 'retired by reconnect', 'inactive'],
  ['active', 'deactivation', 'inactive'],
  ['error', 'deactivation', 'inactive'],
  ['pending', 'deactivation', 'inactive'],
  ['active', 'uninstallation', 'uninstalled'],
  ['error', 'uninstallation', 'uninstalled'],
  ['pending', 'uninstallation', 'uninstalled'],
  ['inactive', 'uninstallation', 'uninstalled'],
  ['disconnected', 'uninstallation', 'uninstalled'],
  ['pending', 'abandonment', '(deleted)'],
  ['disconnected', 'end of grace', '(deleted)'],
];

const everyFrom: From[] = ['(new)', ...connectionStatuses];
const everyTrigger = Object.keys(transitions) as TransitionTrigger[];
/** The others leave nothing that could move. */
const moveTriggers = everyTrigger.filter((trigger): trigger is MoveTrigger => transitions[trigger].to !== '(deleted)');
const legal = new Map(rows.map(([from, trigger, to]) => [`${from}|${trigger}`, to]));

describe('the state table of a connection', () => {
  it.each(rows)('%s, %s: the connection becomes %s', (from, trigger, to) => {
    expect(nextStatus(from, trigger)).toBe(to);
  });

  const illegal = everyFrom.flatMap((from) =>
    everyTrigger.filter((trigger) => !legal.has(`${from}|${trigger}`)).map((trigger) => [from, trigger] as const),
  );

  it.each(illegal)('%s allows no %s', (from, trigger) => {
    expect(() => nextStatus(from, trigger)).toThrow(`A connection that is ${from} allows no ${trigger}`);
  });

  it('keeps the webhooks of a connection that is active or in error, and of no other', () => {
    expect(connectionStatuses.filter(isServing)).toEqual(['active', 'error']);
  });

  it('says the same in SQL, without deleted connections', () => {
    expect(servesNow('shop')).toBe(`shop.status in ('active', 'error') and shop.deleted_at is null`);
  });

  it('gives the reason of a move and its instant, and none of a move into service', () => {
    const at = new Date('2026-02-10T08:30:00Z');
    const since = '2026-02-10T08:30:00.000Z';
    expect(statusReason('reconnection', at)).toBeNull();
    expect(statusReason('disconnection', at)).toEqual({ ...transitions.disconnection.because, since });
    const because = { code: 'shop_unreachable', message: 'The shop cannot be reached.' } as const;
    for (const trigger of ['breaker opened', 'disconnection'] as const)
      expect(statusReason(trigger, at, because)).toEqual({ ...because, since });
  });

  it('what is live can be disconnected, what is present is live or can reconnect, what is installed can be uninstalled', () => {
    const startOf = (trigger: TransitionTrigger) => rows.filter(([, known]) => known === trigger).map(([from]) => from);
    expect(new Set<From>(liveStatuses)).toEqual(new Set(startOf('disconnection')));
    expect(new Set<From>(presentStatuses)).toEqual(new Set([...liveStatuses, ...startOf('reconnection')]));
    expect(new Set<From>(installedStatuses)).toEqual(new Set(startOf('uninstallation')));
  });

  it('has no other row', () => {
    const inCode = everyTrigger.flatMap((trigger) => transitions[trigger].from.map((from) => `${from}|${trigger}`));
    expect(new Set(inCode)).toEqual(new Set(legal.keys()));
  });

  it('any sequence of moves: disconnected_at is set exactly while disconnected, and refused moves change nothing', () => {
    const creations = moveTriggers.filter((trigger) => legal.has(`(new)|${trigger}`));
    fc.assert(
      fc.property(
        fc.constantFrom(...creations),
        fc.array(fc.tuple(fc.constantFrom(...moveTriggers), fc.date({ noInvalidDate: true }))),
        (creation, moves) => {
          const connection = SystemConnection.start(creation, new Date(0), { name: 'Shop' });
          for (const [trigger, at] of moves) {
            const before = { ...connection };
            const expected = legal.get(`${connection.status}|${trigger}`);
            if (expected === undefined) {
              expect(() => connection.move(trigger, at)).toThrow(IllegalTransition);
              expect({ ...connection }).toEqual(before);
            } else {
              connection.move(trigger, at);
              expect(connection.status).toBe(expected);
            }
            expect(connection.disconnectedAt !== null).toBe(connection.status === 'disconnected');
          }
        },
      ),
    );
  });
});
