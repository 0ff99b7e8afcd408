import { Injectable } from '@nestjs/common';
import { isServing } from '@sync/domain';
import { webhookTopics } from '@sync/platforms';
import { OrderedUuids } from '@sync/records';
import { Problem } from '@sync/service-runtime';
import { currentTraceparent } from '@sync/telemetry';
import { Backlog } from './backlog';
import { faultOf } from './payload';
import { NoteCalls } from './note-calls';
import { NoteCopies } from './note-copies';
import { NoteStandings } from './note-standings';
import { isPing } from './ping';
import { placeOf } from './place-of-shop';
import { Senders, type Sender } from './senders';
import { digestsIn, isSigned } from './signature';
import { StoreWebhooks } from './store-webhooks';
import type { WebhookHeaders } from './webhook-headers';

export interface ReceivedWebhook extends WebhookHeaders {
  /** From the path; need not be an id. */
  connection: string;
  body: Buffer;
  contentType?: string;
  requestId: string;
}

/** `ignored`: nothing of it is stored. */
export type WebhookOutcome = 'accepted' | 'ignored';

/** Why it is ignored, if it is. */
type Result = 'accepted' | 'not_taken' | 'unknown_topic' | 'of_copy';

const canonicalId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

@Injectable()
export class ReceiveWebhook {
  private readonly taskIds = new OrderedUuids();
  private readonly backlog = new Backlog({ maxWebhooks: 5_000, maxBytes: 67_108_864 });

  constructor(
    private readonly senders: Senders,
    private readonly webhooks: StoreWebhooks,
    private readonly copies: NoteCopies,
    private readonly standings: NoteStandings,
    private readonly calls: NoteCalls,
  ) {}

  /**
   * `accepted` means that the webhook is committed. Rejects with a Problem: the same 401 for every invalid signature, or 503 while
   * the encryption keys do not fit, because platforms switch a hook off that is refused.
   */
  async receive(webhook: ReceivedWebhook): Promise<WebhookOutcome> {
    const { body, contentType } = webhook;
    if (isPing(body, contentType)) return 'ignored';
    this.backlog.enter(body.length);
    try {
      return (await this.calls.noted(webhook, this.take(webhook))) === 'accepted' ? 'accepted' : 'ignored';
    } finally {
      this.backlog.leave(body.length);
    }
  }

  private async take(webhook: ReceivedWebhook): Promise<Result> {
    const { connection } = webhook;
    const taskId = this.taskIds.next();
    const cached = this.senders.cached(connection);
    if (cached && (await this.receiveFrom(cached, webhook, taskId)) === 'accepted') return 'accepted';
    // The cached sender did not fit. It may be stale, so only a freshly loaded one can refuse.
    const sender = await this.loadSender(webhook);
    const outcome = await this.receiveFrom(sender, webhook, taskId);
    if (outcome instanceof Problem) throw await this.refusal(connection, sender, outcome);
    if (outcome === 'of_copy') await this.copies.note(connection);
    return outcome;
  }

  private async receiveFrom(sender: Sender | null, webhook: ReceivedWebhook, taskId: string): Promise<Result | Problem> {
    const { connection, signatures, body, topic, source, deliveryId, requestId } = webhook;
    if (!isSigned(body, sender?.secret?.reveal() ?? null, signatures)) return invalidSignature();
    if (!sender || !isTaking(sender)) return 'not_taken';
    if (isOfCopy(source, sender)) return 'of_copy';
    if (!isKnown(topic)) return 'unknown_topic';
    const fault = faultOf(body);
    if (fault !== null) return Problem.invalid([{ pointer: '', detail: fault }]);
    const { credentialsHash } = sender;
    const delivery = {
      taskId,
      systemConnectionId: connection,
      credentialsHash,
      topic,
      deliveryId,
      body,
      requestId,
      traceparent: currentTraceparent(),
    };
    if (!(await this.webhooks.store(delivery))) return Problem.unavailable();
    await this.standings.noteAccepted(connection, topic);
    return 'accepted';
  }

  /** The response to a webhook that is not accepted. A wrong signature counts against the webhooks of a connection that takes some. */
  private async refusal(connection: string, sender: Sender | null, problem: Problem): Promise<Problem> {
    if (problem.kind !== 'invalid-signature') return problem;
    if (!(await this.senders.canTell())) return Problem.unavailable();
    if (sender && isTaking(sender)) await this.standings.noteRefused(connection);
    return problem;
  }

  /** Forgeries that cannot be right cost no query. */
  private async loadSender({ connection, signatures }: ReceivedWebhook): Promise<Sender | null> {
    const canBeRight = canonicalId.test(connection) && signatures.some((value) => digestsIn(value).length > 0);
    return canBeRight ? this.senders.load(connection) : null;
  }
}

function isTaking(sender: Sender): sender is Sender & { credentialsHash: string } {
  return sender.credentialsHash !== null && isServing(sender.status);
}

/** A copy of the shop, such as a staging site, has the shop's secret. Its changes are not the shop's. */
function isOfCopy(source: string | null, { place }: Sender): boolean {
  const sent = placeOf(source);
  return sent !== null && place !== null && sent !== place;
}

/** A webhook without a topic is stored: what it lacks is for the operator to see. */
function isKnown(topic: string | null): boolean {
  return topic === null || webhookTopics.has(topic.trim().toLowerCase());
}

function invalidSignature(): Problem {
  return Problem.of('invalid-signature', { headers: { 'WWW-Authenticate': 'HMAC-SHA256' } });
}
