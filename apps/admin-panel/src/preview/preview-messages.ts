/** From the panel to the frame of the preview. */
export interface PreviewSettings {
  /** For `<service-config>`. */
  token: string;
  language: string;
  appearance: string;
}

/**
 * From the frame to the panel. `ready`: it waits for its settings; `missing`: the script of the widget did not load; `height`: of its
 * content, in pixels; `saved`: the customer's settings have changed.
 */
export type PreviewNews = { preview: 'ready' | 'missing' | 'saved' } | { preview: 'height'; px: number };
