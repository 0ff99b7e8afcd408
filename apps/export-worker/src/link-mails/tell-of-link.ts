import { Logger } from '@nestjs/common';
import { findLinkToTell, noteTold, type LinkToTell } from '@sync/domain';
import {
  findOtherTasks,
  TaskDeferred,
  UnrecoverableTaskError,
  type TaskAttempt,
  type TaskHandler,
  type TaskPayloads,
} from '@sync/durable-work';
import type { DataSource } from 'typeorm';
import { linkMail } from './link-mail';
import { MailNotTaken, type Mailer } from './mailer';

/**
 * Tells those whom a company named that the link to one of its shops broke, or works again, where they know it otherwise. What an address
 * knows is stored after each mail, so that an attempt that ends early repeats one mail at most.
 */
export class TellOfLink implements TaskHandler<'tell-of-link'> {
  private readonly logger = new Logger('TellOfLink');

  constructor(
    private readonly dataSource: DataSource,
    /** Null: no mail is set up. */
    private readonly mailer: Mailer | null,
  ) {}

  async handle({ systemConnectionId }: TaskPayloads['tell-of-link'], attempt: TaskAttempt): Promise<void> {
    // The latest change says how the link is once it has settled. An attempt at an earlier one may be sending.
    const others = await findOtherTasks(this.dataSource, { id: attempt.taskId, name: 'tell-of-link', systemConnectionId });
    if (others.isFollowed) return;
    if (others.isPrecededNow) throw new TaskDeferred();
    const link = await findLinkToTell(this.dataSource, systemConnectionId);
    const isBroken = link && isBrokenNow(link);
    if (!link || isBroken === null) return;
    const uninformed = link.addresses.filter(({ knowsBreak }) => knowsBreak !== isBroken);
    if (uninformed.length === 0) return;
    if (this.mailer) await this.tell(this.mailer, systemConnectionId, { ...link, addresses: uninformed }, isBroken, attempt);
    else this.logger.warn({ msg: 'mail not sent: SMTP_URL and MAIL_FROM are not set', connectionId: systemConnectionId });
  }

  private async tell(mailer: Mailer, connectionId: string, link: LinkToTell, isBroken: boolean, attempt: TaskAttempt): Promise<void> {
    const mail = linkMail(link, isBroken, mailer.from);
    const refusals: number[] = [];
    let notTaken: MailNotTaken | undefined;
    for (const { id, address } of link.addresses) {
      attempt.throwIfInterrupted();
      try {
        const outcome = await mailer.send(address, mail);
        if (outcome === true) await noteTold(this.dataSource, connectionId, id, isBroken);
        else refusals.push(outcome);
      } catch (error) {
        if (!(error instanceof MailNotTaken) || error.isForAll) throw error;
        notTaken = error;
      }
    }
    if (notTaken) throw notTaken;
    if (refusals.length > 0)
      throw new UnrecoverableTaskError(
        `The mail server refuses ${refusals.length} of ${link.addresses.length} mails (${[...new Set(refusals)].join(', ')}). ` +
          'Correct the notification addresses of the company, then retry.',
      );
  }
}

/** Null: it is neither broken nor in use, for instance disconnected by its owner. A newer connection that replaces a broken one heals it. */
function isBrokenNow({ status, reason }: LinkToTell): boolean | null {
  if (status === 'error') return true;
  return status === 'active' || (status === 'inactive' && reason?.code === 'replaced') ? false : null;
}
