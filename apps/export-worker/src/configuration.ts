import { KeyRing } from '@sync/credentials';
import { contactAddressOf, HostAllowlist } from '@sync/integrations';
import {
  CallerHostAllowlist,
  ContactAddress,
  defaultTenantMaxBytes,
  EncryptionKeys,
  IntegerVariable,
  MailFrom,
  Meaning,
  ParsedBy,
  Port,
  ShopServiceConfiguration,
  StoreHostAllowlist,
  TenantMaxBytes,
  Variable,
} from '@sync/service-runtime';
import { quietHoursOf, type QuietHours } from '@sync/sync-runs';
import { IsIn, IsOptional, ValidateIf } from 'class-validator';
import { smtpServerOf, type SmtpServer } from './link-mails/mailer';

/** Both settings of mail, or none. */
const hasMail = ({ mailFrom, smtpServer }: Partial<WorkerConfiguration>) => mailFrom !== undefined || smtpServer !== undefined;

export class WorkerConfiguration extends ShopServiceConfiguration {
  /** Serves health probes only. */
  @Port('EXPORT_WORKER_PORT')
  port = 0;

  @EncryptionKeys((text) => KeyRing.parse(text))
  encryptionKeys: KeyRing;

  @IntegerVariable('MAX_REQUESTS_PER_SHOP', 'a number of requests', 1, 64)
  @Meaning(
    "Max requests in flight to one shop's host, over all workers and connections. Below it [each host's budget adapts](../decisions/012-fairness.md).",
  )
  maxRequestsPerShop = 4;

  @IntegerVariable('WORKER_CONCURRENCY', 'a number of tasks', 1, 100)
  @Meaning('Max concurrent tasks per queue in one process; [more](scaling.md#slots) for tenants that would wait, and after a crash.')
  workerConcurrency = 8;

  @IntegerVariable('FETCH_TURN_SECONDS', 'a number of seconds', 1, 3_600)
  @Meaning('How long a fetch keeps its slot before others go first; at least for one page.')
  fetchTurnSeconds = 30;

  @IntegerVariable('MAX_RUN_HOURS', 'a number of hours', 1, 8_760)
  @Meaning('How long a sync run may take before it ends and another continues with the pages that are left.')
  maxRunHours = 6;

  @IntegerVariable('OUTAGE_TOLERANCE_SECONDS', 'a number of seconds', 0, 86_400)
  @Meaning('How long a shop may fail without a break during its syncs before the connection is in `error`.')
  outageToleranceSeconds = 900;

  @IntegerVariable('MAX_DELETED_SHARE_PERCENT', 'a percentage', 0, 100)
  @Meaning(
    'Max share of the records of a kind that is [deleted without a confirmation](../reference/states.md#deletions-without-a-webhook).',
  )
  maxDeletedSharePercent = 20;

  @TenantMaxBytes()
  tenantMaxBytes = defaultTenantMaxBytes;

  @IntegerVariable('FULL_SYNC_INTERVAL_HOURS', 'a number of hours', 0, 8_760)
  @Meaning('From one full run of a connection to the next, a quarter more or less. 0: only on request.')
  fullSyncIntervalHours = 168;

  @IntegerVariable('RECONCILE_INTERVAL_HOURS', 'a number of hours', 0, 8_760)
  @Meaning('From one reconcile of a connection to the next, a quarter more or less. 0: only on request.')
  reconcileIntervalHours = 24;

  @Variable('QUIET_HOURS', 'a span of the day, for example 09:00-21:00, or unset')
  @Meaning("No sync [begins by schedule](../reference/states.md#deletions-without-a-webhook) in these hours of the shop's own day.")
  @IsOptional()
  @ParsedBy(quietHoursOf)
  quietHours?: QuietHours;

  @IntegerVariable('PENDING_GRACE_HOURS', 'a number of hours', 0, 876_000)
  @Meaning('A pending connection without a valid token is deleted after this time.')
  pendingGraceHours = 24;

  @IntegerVariable('DISCONNECTED_GRACE_DAYS', 'a number of days', 0, 36_500)
  @Meaning('How long a disconnected connection can be reconnected.')
  disconnectedGraceDays = 30;

  @Variable('DISCONNECTED_PURGE', 'on or off')
  @Meaning('`off` keeps the data of disconnected connections beyond `DISCONNECTED_GRACE_DAYS`, permanently.')
  @IsIn(['on', 'off'])
  disconnectedPurge: 'on' | 'off' = 'on';

  @IntegerVariable('INACTIVE_RETENTION_DAYS', 'a number of days', 0, 36_500)
  @Meaning('How long the copies of `inactive` connections are kept. 0: until the next daily sweep.')
  inactiveRetentionDays = 30;

  @IntegerVariable('KEEP_CLIENT_ADDRESSES', '1 or 0', 0, 1)
  @Meaning("`1` keeps the network addresses and browsers of shops' customers, as far as the shops send them.")
  keepClientAddresses = 0;

  @IntegerVariable('FAILED_WEBHOOK_BODY_DAYS', 'a number of days', 1, 36_500)
  @Meaning('How long a failed webhook keeps its body, which holds personal data, and can be retried.')
  failedWebhookBodyDays = 30;

  @Variable('CALLER_WEBHOOK_SCHEDULE_SECONDS', 'a comma-separated list of up to 20 numbers of seconds, each up to 86400')
  @Meaning('The waits before the attempts to deliver an [event to a caller](../callers.md#webhooks), each a tenth more or less.')
  @ParsedBy(scheduleOf)
  callerWebhookSchedule: number[] = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

  @IntegerVariable('CALLER_WEBHOOK_DISABLE_AFTER_SECONDS', 'a number of seconds', 1, 31_536_000)
  @Meaning('An endpoint of a caller, all of whose attempts fail for so long, is disabled.')
  callerWebhookDisableAfterSeconds = 432_000;

  @MailFrom(hasMail)
  mailFrom?: string;

  @Variable('SMTP_URL', 'the address of a mail server, smtp:// or smtps://user:password@host:port, together with MAIL_FROM')
  @Meaning('The [mail server](README.md#mail) for notices about broken links to shops. Unset: none are sent.')
  @ValidateIf(hasMail)
  @ParsedBy(smtpServerOf)
  smtpServer?: SmtpServer;

  @ContactAddress(contactAddressOf)
  contactAddress?: string;

  @StoreHostAllowlist((text) => HostAllowlist.entriesOf(text))
  storeHostAllowlist: string[] = [];

  @CallerHostAllowlist((text) => HostAllowlist.entriesOf(text))
  callerHostAllowlist: string[] = [];
}

function scheduleOf(text: string): number[] {
  const waits = text.split(',').map((wait) => wait.trim());
  if (waits.length > 20 || waits.some((wait) => !/^\d{1,5}(\.\d{1,3})?$/.test(wait) || Number(wait) > 86_400))
    throw new Error('not a schedule');
  return waits.map(Number);
}
