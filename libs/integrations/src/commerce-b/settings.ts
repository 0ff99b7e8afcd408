import { runMemoryDefaults, type RunMemorySettings } from '../runs/run-memory';

export interface CommerceBSettings extends RunMemorySettings {
  /** Rows of a page. The platform sets no limit of its own; full rows are large, and it builds each of them one by one. */
  perPage: number;
  /** An export ends here even if the shop reports more pages: no export is endless. */
  maxPages: number;
  /** For a credential check and a list of the module, and for any other response, from resolving the name to the last byte. */
  verifyDeadlineMs: number;
  pageDeadlineMs: number;
  /** The shop doctor calls a shop slow when a page takes this long. */
  slowPageMs: number;
  /** Name of the theme's picture size in public addresses of images; empty: the picture as it was uploaded. */
  imageType: string;
}

export const commerceBDefaults: CommerceBSettings = {
  perPage: 50,
  maxPages: 20_000,
  verifyDeadlineMs: 10_000,
  pageDeadlineMs: 30_000,
  slowPageMs: 10_000,
  imageType: 'large_default',
  ...runMemoryDefaults,
};
