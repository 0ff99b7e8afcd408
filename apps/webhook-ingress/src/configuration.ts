import { KeyRing } from '@sync/credentials';
import { EncryptionKeys, IntegerVariable, Meaning, Port, ShopServiceConfiguration } from '@sync/service-runtime';

export class WebhookIngressConfiguration extends ShopServiceConfiguration {
  @Port('WEBHOOK_INGRESS_PORT')
  port = 0;

  @EncryptionKeys((text) => KeyRing.parse(text))
  encryptionKeys: KeyRing;

  @IntegerVariable('WEBHOOK_MAX_BYTES', 'a number of bytes', 1, 16_777_216)
  @Meaning('Max size of the body of a webhook.')
  webhookMaxBytes = 1_048_576;
}
