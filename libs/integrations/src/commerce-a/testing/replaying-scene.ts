import { connectionTo } from '../../testing/connections';
import { IntegrationScene } from '../../testing/integration-scene';
import { ReplayingShop } from '../../testing/replaying-shop';

export const replayingScene = (): IntegrationScene<ReplayingShop> =>
  new IntegrationScene(
    'commerce_a',
    () => ReplayingShop.start(),
    ({ baseUrl }) => connectionTo(baseUrl),
  );
