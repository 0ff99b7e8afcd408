import { walkAsCaller } from './caller-walk';
import { walkAsEmbedder } from './embedder-walk';
import type { Ground } from './ground';
import { walkAsNewcomer } from './newcomer-walk';
import { walkAsOperator } from './operator-walk';
import { walkAsPluginAuthor } from './plugin-author-walk';
import { walkAsShopOwner } from './shop-owner-walk';
import { walkAsSupport } from './support-walk';
import type { Walk } from './walk';

/** By the user that docs/walks.md names. */
export const walks: Readonly<Record<string, (walk: Walk, ground: Ground) => Promise<void>>> = {
  Newcomer: walkAsNewcomer,
  'Embedder, plain HTML': walkAsEmbedder('plain HTML'),
  'Embedder, React 19': walkAsEmbedder('React 19'),
  'Embedder, Vue 3': walkAsEmbedder('Vue 3'),
  Caller: walkAsCaller,
  'Plugin author': walkAsPluginAuthor,
  'Shop owner, demo shop': walkAsShopOwner,
  'Support, ten shops broken ten ways': walkAsSupport,
  Operator: walkAsOperator,
};
