import { KeyRing } from '@sync/domain';
import { AsInteger, ParsedBy, Port, ShopServiceConfiguration, Variable } from '@sync/service-runtime';
import { IsInt, Max, Min } from 'class-validator';

export class WebhookIngressConfiguration extends ShopServiceConfiguration {
  @Port('WEBHOOK_INGRESS_PORT')
  port = 0;

  @Variable('ENCRYPTION_KEYS', 'keyid:base64(32 bytes)[,older…]')
  @ParsedBy((text) => KeyRing.parse(text))
  encryptionKeys: KeyRing;

  @Variable('WEBHOOK_MAX_BYTES', 'a number of bytes, 1 to 16777216')
  @AsInteger()
  @IsInt()
  @Min(1)
  @Max(16_777_216)
  webhookMaxBytes = 1_048_576;
}
