import { setTimeout as sleep } from 'node:timers/promises';
import { watchEffects } from './effects';
import { faults, type Fault } from './faults';
import { prepareFullDisk } from './postgres-faults';
import type { Random } from './random';
import type { TenantPlan } from './storm-plan';
import { StormTenant } from './storm-tenant';
import type { StormyService } from './stormy-service';
import { settled } from './verdict';
import { verdictOn, type TenantVerdict } from './tenant-verdict';
import { endedBesideAttackers } from './beside-attackers';

const looksEveryMs = 500;

/** Load and faults on a service: tenants that attack the others' share of it, and tenants that must not notice. */
export class Storm {
  readonly tenants: StormTenant[] = [];
  /** Count of each injected fault. */
  readonly met: Partial<Record<Fault, number>> = {};
  /** What the service did wrong while a fault lasted. */
  private readonly wrongs: string[] = [];
  private raging: Promise<void>[] = [];
  private since = new Date();

  private constructor(
    private readonly service: StormyService,
    private readonly plans: readonly TenantPlan[],
    private readonly random: Random,
  ) {}

  /** The tenants join, except those that join late. */
  static async over(service: StormyService, plans: readonly TenantPlan[], random: Random): Promise<Storm> {
    await watchEffects(service);
    await prepareFullDisk(service);
    const storm = new Storm(service, plans, random);
    await storm.join(plans.filter(({ joinsLate }) => !joinsLate));
    return storm;
  }

  /** Deliveries acknowledged so far. */
  get acknowledged(): number {
    return this.tenants.reduce((sum, { sender }) => sum + sender.acknowledged.size, 0);
  }

  /** From now on every tenant puts load on the service. */
  async rage(): Promise<void> {
    const [{ now } = { now: new Date() }] = await this.service.rows<{ now: Date }>('select now()');
    this.since = now;
    this.raging = this.tenants.map((tenant) => tenant.rage());
  }

  /** Those who join late do so, once, as soon as the shops with slow pages are being fetched. */
  async joinLate(): Promise<void> {
    const slow = this.attackers().flatMap(({ connectionIds }) => connectionIds);
    const fetching = `select from tasks where name = 'fetch-page-range' and system_connection_id = any($1) and state = 'pending' and held limit 1`;
    while ((await this.service.rows(fetching, [slow])).length === 0) await sleep(looksEveryMs);
    const isHere = ({ name }: TenantPlan) => this.tenants.some((tenant) => tenant.name === name);
    const late = await this.join(this.plans.filter((plan) => !isHere(plan)));
    this.raging.push(...late.map((tenant) => tenant.rage()));
  }

  /** Resolves when the fault is over. */
  async strike(fault: Fault): Promise<void> {
    this.wrongs.push(...(await faults[fault](this.service, this.random)));
    this.met[fault] = (this.met[fault] ?? 0) + 1;
  }

  /** Waits until every victim has exported everything while shops with slow pages were being exported, or for `patienceMs`. */
  async untilVictimsAreServed(patienceMs: number): Promise<void> {
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(looksEveryMs)) {
      const served = await Promise.all(this.victims().map((victim) => this.isServed(victim)));
      if (served.every(Boolean)) return;
    }
  }

  /** Ends the load. Resolves when every delivery is acknowledged. */
  async calmDown(): Promise<void> {
    for (const tenant of this.tenants) tenant.calmDown();
    await Promise.all(this.raging);
  }

  /** Waits until no work is left. */
  async verdict(): Promise<{ tenants: TenantVerdict[]; wrongs: string[] }> {
    const wrongs = this.wrongs.splice(0);
    const isSettled = await settled(this.service).then(
      () => true,
      () => false,
    );
    if (!isSettled) wrongs.push('work was left after the faults ended');
    const verdicts = await Promise.all(
      this.tenants.map(async (tenant) => {
        const isServed = tenant.plan.role === 'victim' ? await this.isServed(tenant) : null;
        return verdictOn(this.service, tenant, { isServed, isSettled });
      }),
    );
    return { tenants: verdicts, wrongs };
  }

  async end(): Promise<void> {
    await Promise.all(this.tenants.map((tenant) => tenant.leave()));
  }

  private async join(plans: readonly TenantPlan[]): Promise<StormTenant[]> {
    const joined = await Promise.all(plans.map((plan) => StormTenant.join(this.service, plan, this.random)));
    this.tenants.push(...joined);
    return joined;
  }

  private attackers(): StormTenant[] {
    return this.tenants.filter(({ plan }) => plan.pageMs !== undefined);
  }

  private victims(): StormTenant[] {
    return this.tenants.filter(({ plan }) => plan.role === 'victim');
  }

  private isServed({ connectionIds }: StormTenant): Promise<boolean> {
    const attackers = this.attackers().flatMap((attacker) => attacker.connectionIds);
    return endedBesideAttackers(this.service, connectionIds, attackers, this.since);
  }
}
