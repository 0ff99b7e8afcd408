import { platforms } from '@sync/platforms';
import { runMemoryDefaults, type RunMemorySettings } from '../runs/run-memory';

const { restPath, pluginRestPath, totalPagesHeaders } = platforms.commerceA.settings;

export interface CommerceASettings extends RunMemorySettings {
  /** {platform_rest_path}, without slashes at its ends. */
  restPath: string;
  /** {plugin_rest_path}, without slashes at its ends. */
  pluginRestPath: string;
  /** The first one present counts; case does not matter. */
  totalPagesHeaders: readonly string[];
  /** An export ends here even if the shop reports more pages: no export is endless. */
  maxPages: number;
  /** For a whole credential check, and for a whole page or list of the plugin, from resolving the name to the last byte. */
  verifyDeadlineMs: number;
  pageDeadlineMs: number;
  /** The shop doctor calls a shop slow when a page takes this long. */
  slowPageMs: number;
}

export const commerceADefaults: CommerceASettings = {
  restPath: restPath.default,
  pluginRestPath: pluginRestPath.default,
  totalPagesHeaders: totalPagesHeaders.default,
  maxPages: 20_000,
  verifyDeadlineMs: 10_000,
  pageDeadlineMs: 30_000,
  slowPageMs: 10_000,
  ...runMemoryDefaults,
};
