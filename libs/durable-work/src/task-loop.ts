import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import type { Claimants } from './fair-claims';
import type { TaskQueueName } from './task-map';

/** A lost ring costs a task this long at most. */
const pollMs = 1_000;
/** While no ordinary place is free: work of other shares does not wait for the end of the work that fills them. */
export const pollWhenFullMs = 100;
/** Reserve places for each ordinary one, and how many of them newcomers may take. */
const reserveFactor = 3;
const newcomersFactor = 1;

/** A claimed task. */
export interface LoopTask {
  isOfNewcomer: boolean;
  /** Resolves with the milliseconds after which the task is due again; null: it has ended, or another worker has it. */
  run(): Promise<number | null>;
}

/** Where a loop finds its tasks; null: there is none. */
export interface TaskSource {
  claim(queue: TaskQueueName, claimants: Claimants): Promise<LoopTask | null>;
  /** A task of a dead worker. */
  claimLeft(queue: TaskQueueName): Promise<LoopTask | null>;
}

/**
 * - ordinary: for any task.
 * - reserve: only while every ordinary place is taken, for tasks of shares that hold fewer places than the average. One share alone may
 *   fill every ordinary place, and its work may be slow. A place costs memory only: its work mostly waits for a shop.
 * - taken over: for tasks of dead workers. They neither wait for the places of other tasks nor take them.
 */
type Place = 'ordinary' | 'reserve' | 'reserve of newcomers' | 'taken over';

/** Runs the tasks of one queue in this process: claims one, runs it, claims the next. Without work it sleeps until it is woken, and polls. */
export class TaskLoop {
  private readonly logger = new Logger('TaskLoop');
  private readonly running = new Map<Promise<void>, Place>();
  private timer: NodeJS.Timeout | undefined;
  /** What the next look is for. */
  private asked: 'ordinary' | 'reserve' | null = null;
  private isLooking = false;
  private isStopping = false;
  private roomCame: (() => void)[] = [];

  constructor(
    readonly queue: TaskQueueName,
    private readonly places: number,
    private readonly source: TaskSource,
    /** Wakes another worker. */
    private readonly ringOn: () => void,
  ) {}

  /**
   * This process has recorded a task: the steps of a sync follow one another, also while it is full. Returns whether it needs no other
   * worker.
   */
  announced(): boolean {
    this.wake(true);
    return !this.isFull && !this.isStopping;
  }

  /** There may be a task. `isForReserve`: also look for places in reserve. */
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

  /** Resolves when an ordinary place is free, or the loop stops. */
  async room(): Promise<void> {
    if (this.isFull && !this.isStopping) await new Promise<void>((resolve) => this.roomCame.push(resolve));
  }

  /** Runs tasks of dead workers. Returns how many it has begun. */
  async takeOver(): Promise<number> {
    let begun = 0;
    while (!this.isStopping && this.taken('taken over') < this.places) {
      const task = await this.source.claimLeft(this.queue);
      if (!task) break;
      this.begin(task, 'taken over');
      begun += 1;
    }
    return begun;
  }

  /** Begins nothing more, and resolves when what runs has ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    this.tellRoom();
    while (this.running.size > 0) await Promise.all(this.running.keys());
  }

  private get isFull(): boolean {
    return this.taken('ordinary') >= this.places;
  }

  private taken(...places: Place[]): number {
    return [...this.running.values()].filter((place) => places.includes(place)).length;
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
      this.pollLater();
    }
  }

  /** A burst wakes one worker, which wakes the next one at its second task. */
  private async look(isForReserve: boolean): Promise<void> {
    for (let begun = 0; !this.isStopping && (isForReserve || !this.isFull); begun += 1) {
      if (begun === 1) this.ringOn();
      const place = await this.beginNext();
      if (!place) return;
    }
  }

  private async beginNext(): Promise<Place | null> {
    if (!this.isFull) return this.claimFor('ordinary', 'any');
    if (this.taken('reserve', 'reserve of newcomers') >= reserveFactor * this.places) return null;
    const place = await this.claimFor('reserve', 'poor shares');
    if (place || this.taken('reserve of newcomers') >= newcomersFactor * this.places) return place;
    return this.claimFor('reserve of newcomers', 'poor newcomers');
  }

  private async claimFor(place: Place, claimants: Claimants): Promise<Place | null> {
    const task = await this.source.claim(this.queue, claimants);
    if (!task) return null;
    const taken = place === 'reserve' && task.isOfNewcomer ? 'reserve of newcomers' : place;
    this.begin(task, taken);
    return taken;
  }

  private begin(task: LoopTask, place: Place): void {
    const ended = this.run(task).then((isUseful) => {
      this.running.delete(ended);
      this.tellRoom();
      if (isUseful) this.wake();
    });
    this.running.set(ended, place);
  }

  /** Returns whether the next task may run at once. */
  private async run(task: LoopTask): Promise<boolean> {
    try {
      const dueInMs = await task.run();
      if (dueInMs !== null && dueInMs < pollMs) setTimeout(() => this.wake(), Math.ceil(dueInMs)).unref();
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

  private pollLater(): void {
    clearTimeout(this.timer);
    if (this.isStopping) return;
    const { isFull } = this;
    this.timer = setTimeout(() => this.wake(isFull), isFull ? pollWhenFullMs : pollMs);
  }
}
