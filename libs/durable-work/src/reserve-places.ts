import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import { BackgroundRuns } from './background-runs';
import type { Claimants } from './fair-claims';
import type { TaskQueueName } from './task-map';

/** Reserve places for each ordinary one, and how many of them newcomers may take. */
const reserveFactor = 3;
const newcomersFactor = 1;
export const lookEveryMs = 100;

export interface ReserveTask {
  isOfNewcomer: boolean;
  run: () => Promise<unknown>;
}

interface ReservePlace {
  queue: TaskQueueName;
  isOfNewcomer: boolean;
}

/** Claims a task; null: there is none. */
export type ClaimForReserve = (queue: TaskQueueName, claimants: Claimants) => Promise<ReserveTask | null>;

/**
 * Places of a queue in this process beyond its ordinary ones. One share alone may fill every ordinary place, and its work may be slow.
 * Other shares then get places in reserve instead of waiting for the end of that work. A place costs memory only: its work mostly waits
 * for a shop.
 */
export class ReservePlaces {
  private readonly logger = new Logger('ReservePlaces');
  private readonly busy = new Map<TaskQueueName, number>();
  private readonly timers = new Map<TaskQueueName, NodeJS.Timeout>();
  private readonly looking = new Set<TaskQueueName>();
  /** Queues that may have got work since they were last looked at. */
  private readonly asked = new Set<TaskQueueName>();
  private readonly running = new BackgroundRuns<ReservePlace>(({ queue }, error) =>
    this.logger.warn({ msg: 'task in reserve ended', queue, error: loggableError(error) }),
  );
  private isStopping = false;

  constructor(
    /** Ordinary places of each queue. */
    private readonly placesOf: (queue: TaskQueueName) => number,
    private readonly claim: ClaimForReserve,
  ) {}

  /** Runs work in an ordinary place. */
  async whileBusy<T>(queue: TaskQueueName, work: () => Promise<T>): Promise<T> {
    this.count(queue, 1);
    try {
      return await work();
    } finally {
      this.count(queue, -1);
    }
  }

  /**
   * Looks for tasks now, if no ordinary place is free. For work that this process has just recorded: the steps of a sync follow one
   * another, and each would wait for the next turn of the timer.
   */
  look(queue: TaskQueueName): void {
    if (this.timers.has(queue)) void this.fill(queue);
  }

  /** Starts nothing more, and resolves when what runs has ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers.values()) clearInterval(timer);
    await this.running.ended();
  }

  private count(queue: TaskQueueName, change: 1 | -1): void {
    const busy = (this.busy.get(queue) ?? 0) + change;
    this.busy.set(queue, busy);
    if (busy < this.placesOf(queue)) {
      clearInterval(this.timers.get(queue));
      this.timers.delete(queue);
    } else if (!this.timers.has(queue) && !this.isStopping) {
      this.timers.set(
        queue,
        setInterval(() => void this.fill(queue), lookEveryMs),
      );
    }
  }

  private async fill(queue: TaskQueueName): Promise<void> {
    this.asked.add(queue);
    if (this.looking.has(queue)) return;
    this.looking.add(queue);
    try {
      while (this.asked.delete(queue))
        for (let task = await this.next(queue); task; task = await this.next(queue))
          this.running.start({ queue, isOfNewcomer: task.isOfNewcomer }, task.run);
    } catch (error) {
      this.logger.warn({ msg: 'no task started in reserve', queue, error: loggableError(error) });
    } finally {
      this.looking.delete(queue);
    }
  }

  private async next(queue: TaskQueueName): Promise<ReserveTask | null> {
    const taken = this.running.places.filter((place) => place.queue === queue);
    if (this.isStopping || taken.length >= reserveFactor * this.placesOf(queue)) return null;
    const ofPoorShare = await this.claim(queue, 'poor shares');
    if (ofPoorShare) return ofPoorShare;
    const hasRoom = taken.filter(({ isOfNewcomer }) => isOfNewcomer).length < newcomersFactor * this.placesOf(queue);
    return hasRoom ? this.claim(queue, 'poor newcomers') : null;
  }
}
