import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import type { Claimants } from './fair-claims';
import type { QueueLimits, TaskQueueName } from './task-map';

/** Shorter waits are timed here; the poll of the process finds tasks that are due later. */
const maxReminderMs = 1_000;
/** While no ordinary slot is free: work of other partitions does not wait for the end of the work that fills them. */
export const pollWhenFullMs = 100;
/** Longer than a ring takes to another worker. */
const othersFirstMs = 25;
/** Reserve slots for each ordinary one, and how many of them newcomers may take. */
const reserveFactor = 3;
const newcomersFactor = 1;

/** A claimed task. */
export interface LoopTask {
  isOfNewcomer: boolean;
  /** Its end makes room for another task of the shop's host, which a look has passed over. */
  isAtShop: boolean;
  /** Resolves with the milliseconds after which the task is due again; null: it has ended, or another worker has it. */
  run(): Promise<number | null>;
}

/** Where a loop finds its tasks. */
export interface TaskSource {
  /** At most `max`; fewer: no other is due. */
  claim(queue: TaskQueueName, claimants: Claimants, max: number): Promise<LoopTask[]>;
  /** One task of a dead worker at most. */
  claimLeft(queue: TaskQueueName): Promise<LoopTask[]>;
}

/**
 * - ordinary: for any task.
 * - reserve: only while every ordinary slot is taken, for tasks of partitions that hold fewer slots than the average. One partition alone may
 *   fill every ordinary slot, and its work may be slow. A slot costs memory only: its work mostly waits for a shop.
 * - taken over: for tasks of dead workers, as many as one worker may have held. They neither wait for the slots of other tasks nor take them.
 */
type Slot = 'ordinary' | 'reserve' | 'reserve of newcomers' | 'taken over';

/** Runs the tasks of one queue in this process: claims one, runs it, claims the next. Without work it sleeps until it is woken. */
export class TaskLoop {
  private readonly logger = new Logger('TaskLoop');
  private readonly running = new Map<Promise<void>, Slot>();
  private timer: NodeJS.Timeout | undefined;
  /** What the next look is for. */
  private asked: 'ordinary' | 'reserve' | null = null;
  private isLooking = false;
  /** The last look ended without room: a task that ends makes room for one that may be due already. */
  private mayHaveMore = false;
  private isStopping = false;
  private roomCame: (() => void)[] = [];

  constructor(
    readonly queue: TaskQueueName,
    private readonly limits: QueueLimits,
    private readonly source: TaskSource,
    /** Wakes another worker. */
    private readonly ringOn: () => void,
    /** Wakes every loop of this process that has tasks for shops. */
    private readonly roomAtShop: () => void,
  ) {}

  /**
   * This process has recorded a task: the steps of a sync follow one another, also while it is full. Returns whether it needs no other
   * worker.
   */
  announced(): boolean {
    this.wake(true);
    return !this.isFull && !this.isStopping;
  }

  /** There may be a task. `isForReserve`: also look for slots in reserve. */
  wake(isForReserve = false): void {
    if (this.isStopping) return;
    this.asked = isForReserve || this.asked === 'reserve' ? 'reserve' : 'ordinary';
    if (!this.isLooking) void this.lookWhileAsked();
  }

  /** There was a ring. A worker that has become full passes it on. */
  heard(): void {
    if (this.isFull) this.ringOn();
    else this.wake();
  }

  /** Resolves when an ordinary slot is free, or the loop stops. */
  async room(): Promise<void> {
    if (this.isFull && !this.isStopping) await new Promise<void>((resolve) => this.roomCame.push(resolve));
  }

  /** Runs tasks of dead workers. */
  async takeOver(): Promise<void> {
    while (!this.isStopping && this.taken('taken over') < (1 + reserveFactor) * this.limits.slots) {
      const [task] = await this.source.claimLeft(this.queue);
      if (!task) return;
      this.begin(task, 'taken over');
    }
  }

  /** Begins nothing more, and resolves when what runs has ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    this.tellRoom();
    while (this.running.size > 0) await Promise.all(this.running.keys());
  }

  private get isFull(): boolean {
    return this.taken('ordinary') >= this.limits.slots;
  }

  /** A claim costs as much as a short task, so it waits until it can claim several. */
  private get isWorthALook(): boolean {
    return this.limits.slots - this.taken('ordinary') >= this.limits.claimsAtOnce / 2;
  }

  private taken(...slots: Slot[]): number {
    return [...this.running.values()].filter((slot) => slots.includes(slot)).length;
  }

  private async lookWhileAsked(): Promise<void> {
    this.isLooking = true;
    try {
      for (let asked = this.asked; asked && !this.isStopping; asked = this.asked) {
        this.asked = null;
        await this.look(asked === 'reserve');
      }
    } catch (error) {
      this.logger.warn({ msg: 'no task claimed', queue: this.queue, error: loggableError(error) });
    } finally {
      this.isLooking = false;
      this.lookLaterIfFull();
    }
  }

  /** A burst wakes one worker, which wakes the next one as soon as it has two tasks. */
  private async look(isForReserve: boolean): Promise<void> {
    this.mayHaveMore = true;
    let begun = 0;
    while (!this.isStopping && (isForReserve || !this.isFull)) {
      const isOrdinary = !this.isFull;
      const max = isOrdinary ? Math.min(this.limits.claimsAtOnce, this.limits.slots - this.taken('ordinary')) : 1;
      const tasks = isOrdinary ? await this.claimFor('ordinary', 'any', max) : await this.claimReserve();
      if (this.limits.isSpread && isOrdinary && tasks > 0) return this.letOthersGoFirst();
      if (begun < 2 && begun + tasks >= 2) this.ringOn();
      begun += tasks;
      if (tasks >= max) continue;
      this.mayHaveMore = !isOrdinary;
      return;
    }
  }

  private letOthersGoFirst(): void {
    this.ringOn();
    setTimeout(() => this.wake(), othersFirstMs).unref();
  }

  private async claimReserve(): Promise<number> {
    if (this.taken('reserve', 'reserve of newcomers') >= reserveFactor * this.limits.slots) return 0;
    const begun = await this.claimFor('reserve', 'poor partitions', 1);
    if (begun > 0 || this.taken('reserve of newcomers') >= newcomersFactor * this.limits.slots) return begun;
    return this.claimFor('reserve of newcomers', 'poor newcomers', 1);
  }

  /** Returns how many it has begun. */
  private async claimFor(slot: Slot, claimants: Claimants, max: number): Promise<number> {
    const tasks = await this.source.claim(this.queue, claimants, max);
    for (const task of tasks) this.begin(task, slot === 'reserve' && task.isOfNewcomer ? 'reserve of newcomers' : slot);
    return tasks.length;
  }

  private begin(task: LoopTask, slot: Slot): void {
    const ended = this.run(task).then((isUseful) => {
      this.running.delete(ended);
      this.tellRoom();
      if (isUseful && task.isAtShop) this.roomAtShop();
      else if (isUseful && this.mayHaveMore && this.isWorthALook) this.wake();
    });
    this.running.set(ended, slot);
  }

  /** Returns whether the next task may run at once. */
  private async run(task: LoopTask): Promise<boolean> {
    try {
      const dueInMs = await task.run();
      if (dueInMs !== null && dueInMs < maxReminderMs) setTimeout(() => this.wake(), Math.ceil(dueInMs)).unref();
      return true;
    } catch (error) {
      this.logger.warn({ msg: 'task not carried out', queue: this.queue, error: loggableError(error) });
      return false;
    }
  }

  private tellRoom(): void {
    if (this.isFull && !this.isStopping) return;
    for (const tell of this.roomCame.splice(0)) tell();
  }

  private lookLaterIfFull(): void {
    clearTimeout(this.timer);
    if (this.isFull && !this.isStopping) this.timer = setTimeout(() => this.wake(true), pollWhenFullMs);
  }
}
