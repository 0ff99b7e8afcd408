import { configStates } from './config-states';
import { connectorStates } from './connector-states';
import type { State, WidgetElement } from './stage';
import type { WidgetScript } from './widget-tests';

export const scriptOf: Record<WidgetElement, WidgetScript> = { 'service-connector': 'connector-widget.js', 'service-config': 'widget.js' };

/** The one list: whatever must hold in every state of the widgets is tested by it, and pictures are made of it. */
export const widgetStates: Record<WidgetElement, readonly State[]> = {
  'service-connector': connectorStates,
  'service-config': configStates,
};
