import { KeyRing } from '@sync/domain';
import { AsInteger, AsList, ParsedBy, Port, ServiceConfiguration, Variable } from '@sync/service-runtime';
import { IsInt, Matches, Max, Min } from 'class-validator';

export class WebhookIngressConfiguration extends ServiceConfiguration {
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

  @Variable('COMMERCE_A_SIGNATURE_HEADER', 'a comma-separated list of header names')
  @AsList()
  @Matches(/^[A-Za-z0-9-]+$/, { each: true })
  commerceASignatureHeaders: string[] = ['X-Store-Webhook-Signature', 'X-WC-Webhook-Signature'];
}
