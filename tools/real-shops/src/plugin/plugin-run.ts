import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@sync/test-harness';
import { LinkedShop } from '../linked-shop';
import type { Step } from '../report';
import type { Service } from '../service';
import type { Owner } from './owner';
import type { HostChange, PageState, PluginHost } from './plugin-host';
import type { ServiceDoor } from './service-door';
import type { Zips } from './zips';

const cronMs = 1_000;
const pageTimeoutMs = 180_000;
const arrivalTimeoutMs = 60_000;
const pollMs = 250;

/** What a row says. `isWrong`: false when it is left out. */
export type Outcome = Pick<Step, 'outcome'> & Partial<Pick<Step, 'isWrong' | 'comparison' | 'traffic' | 'seconds'>>;

/** A shop with the plugin, its owner, its company and its cron. */
export class PluginRun {
  /** Of the platform's cron. */
  readonly cronErrors: string[] = [];
  private connection: LinkedShop | null = null;
  private hasCron = true;
  private hasEnded = false;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    readonly host: PluginHost,
    readonly owner: Owner,
    readonly service: Service,
    readonly door: ServiceDoor,
    readonly zips: Zips,
  ) {}

  get linked(): LinkedShop {
    if (!this.connection) throw new Error('The shop is not linked.');
    return this.connection;
  }

  /** Until `end`. */
  async runCron(): Promise<void> {
    for (; !this.hasEnded; await sleep(cronMs)) {
      if (!this.hasCron) continue;
      this.turn = this.host.cron().catch((error: unknown) => void this.cronErrors.push(String(error)));
      await this.turn;
    }
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    await this.turn;
  }

  async withoutCron<T>(work: () => Promise<T>): Promise<T> {
    this.hasCron = false;
    await this.turn;
    try {
      return await work();
    } finally {
      this.hasCron = true;
    }
  }

  /** The owner pastes the company's token. Ends when the page says that the shop is up to date. */
  async linkByCompanysToken(): Promise<void> {
    const { connection_id, connection_token } = await this.service.invite();
    await this.host.paste(this.owner, connection_token);
    this.connection = LinkedShop.of(this.host.shop, connection_id, this.service);
    await this.untilUpToDate();
  }

  /** The owner gets a token, and the company accepts it. */
  async linkByShopsToken(whilePending: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const token = await this.host.getToken(this.owner);
    await whilePending();
    this.connection = LinkedShop.of(this.host.shop, await this.service.claim(token), this.service);
    await this.untilUpToDate();
  }

  async untilUpToDate(): Promise<void> {
    await until(
      () => this.host.isUpToDate(this.owner),
      pageTimeoutMs,
      () => ': the page does not say that the shop is up to date',
    );
  }

  async untilState(state: PageState): Promise<void> {
    await until(
      async () => (await this.host.state(this.owner)) === state,
      pageTimeoutMs,
      () => `: the page is not in the state ${state}`,
    );
  }

  /** Seconds from a change until the service serves it, or why it did not in time. */
  async arrival({ make }: HostChange): Promise<number | string> {
    const startedAt = Date.now();
    const { type, id } = await make();
    const changedAt = Date.now();
    const expected = await this.host.shop.expected(type);
    for (let why = ''; ; await sleep(pollMs)) {
      const found = await this.linked.lookAt(type, id, expected);
      if (typeof found === 'number' && found >= startedAt) return Math.max(0, found - changedAt) / 1_000;
      why = typeof found === 'string' ? found : 'it is served as it was before';
      if (Date.now() > changedAt + arrivalTimeoutMs) return `${type} ${id} did not arrive: ${why}`;
    }
  }
}
