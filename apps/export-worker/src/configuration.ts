import { KeyRing } from '@sync/domain';
import { HostAllowlist } from '@sync/integrations';
import { EncryptionKeys, IntegerVariable, Port, ShopServiceConfiguration, StoreHostAllowlist, Variable } from '@sync/service-runtime';
import { IsIn } from 'class-validator';

export class WorkerConfiguration extends ShopServiceConfiguration {
  /** Serves health probes only. */
  @Port('EXPORT_WORKER_PORT')
  port = 0;

  @EncryptionKeys((text) => KeyRing.parse(text))
  encryptionKeys: KeyRing;

  /** Max requests in flight to one shop. */
  @IntegerVariable('SYNC_PARALLELISM_PER_CONNECTION', 'a number of page ranges', 1, 64)
  syncParallelismPerConnection = 4;

  /** Max concurrent tasks per queue in this process. */
  @IntegerVariable('WORKER_CONCURRENCY', 'a number of tasks', 1, 100)
  workerConcurrency = 8;

  /** How long a fetch keeps its place before other work gets its turn. A shop that needs longer for one page keeps it for that page. */
  @IntegerVariable('FETCH_TURN_SECONDS', 'a number of seconds', 1, 3_600)
  fetchTurnSeconds = 30;

  /** How long a run may take before it ends and another continues with the pages that are left. */
  @IntegerVariable('MAX_RUN_HOURS', 'a number of hours', 1, 8_760)
  maxRunHours = 6;

  /** How long a shop may fail without a break during its syncs before its breaker opens. */
  @IntegerVariable('OUTAGE_TOLERANCE_SECONDS', 'a number of seconds', 0, 86_400)
  outageToleranceSeconds = 900;

  /** Of the records of a kind, deleted without a confirmation when lists no longer show them. */
  @IntegerVariable('MAX_DELETED_SHARE_PERCENT', 'a percentage', 0, 100)
  maxDeletedSharePercent = 20;

  /** From one run of all records of a connection to the next; 0: only on request. */
  @IntegerVariable('FULL_SYNC_INTERVAL_HOURS', 'a number of hours', 0, 8_760)
  fullSyncIntervalHours = 168;

  /** From one comparison of the lists of shop and service to the next; 0: only on request. */
  @IntegerVariable('RECONCILE_INTERVAL_HOURS', 'a number of hours', 0, 8_760)
  reconcileIntervalHours = 24;

  @IntegerVariable('PENDING_GRACE_HOURS', 'a number of hours', 0, 876_000)
  pendingGraceHours = 24;

  @IntegerVariable('DISCONNECTED_GRACE_DAYS', 'a number of days', 0, 36_500)
  disconnectedGraceDays = 30;

  /** Off: keeps the data of disconnected connections permanently. */
  @Variable('DISCONNECTED_PURGE', 'on or off')
  @IsIn(['on', 'off'])
  disconnectedPurge: 'on' | 'off' = 'on';

  /** How long a failed webhook keeps its body, which an operator needs to retry it. */
  @IntegerVariable('FAILED_WEBHOOK_BODY_DAYS', 'a number of days', 1, 36_500)
  failedWebhookBodyDays = 30;

  @StoreHostAllowlist((text) => HostAllowlist.entriesOf(text))
  storeHostAllowlist: string[] = [];
}
