import { KeyRing } from '@sync/domain';
import { HostAllowlist } from '@sync/integrations';
import { AsInteger, ParsedBy, Port, ShopServiceConfiguration, Variable } from '@sync/service-runtime';
import { IsIn, IsInt, Max, Min } from 'class-validator';

export class WorkerConfiguration extends ShopServiceConfiguration {
  /** Of the health probes; nothing else is served. */
  @Port('EXPORT_WORKER_PORT')
  port = 0;

  @Variable('ENCRYPTION_KEYS', 'keyid:base64(32 bytes)[,older…]')
  @ParsedBy((text) => KeyRing.parse(text))
  encryptionKeys: KeyRing;

  @Variable('SYNC_PARALLELISM_PER_CONNECTION', 'the number of page ranges of one connection fetched at once, 1 to 64')
  @AsInteger()
  @IsInt()
  @Min(1)
  @Max(64)
  syncParallelismPerConnection = 4;

  @Variable('WORKER_CONCURRENCY', 'the number of tasks of one queue that this process works on at once, 1 to 100')
  @AsInteger()
  @IsInt()
  @Min(1)
  @Max(100)
  workerConcurrency = 8;

  @Variable('PENDING_GRACE_HOURS', 'a number of hours, at least 0')
  @AsInteger()
  @IsInt()
  @Min(0)
  @Max(876_000)
  pendingGraceHours = 24;

  @Variable('DISCONNECTED_GRACE_DAYS', 'a number of days, at least 0')
  @AsInteger()
  @IsInt()
  @Min(0)
  @Max(36_500)
  disconnectedGraceDays = 30;

  /** Off: what was kept of a disconnected connection stays for good. */
  @Variable('DISCONNECTED_PURGE', 'on or off')
  @IsIn(['on', 'off'])
  disconnectedPurge: 'on' | 'off' = 'on';

  @Variable('STORE_HOST_ALLOWLIST', 'a comma-separated list of CIDR ranges or host names')
  @ParsedBy((text) => HostAllowlist.entriesOf(text))
  storeHostAllowlist: string[] = [];
}
