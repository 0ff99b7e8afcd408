import type { DetailedHTMLProps, HTMLAttributes } from 'react';

/** React listens to `on` followed by the name of the event. */
type Listeners = {
  [Name in Extract<keyof GlobalEventHandlersEventMap, `service-${string}`> as `on${Name}`]?: (
    event: GlobalEventHandlersEventMap[Name],
  ) => void;
};

type Props<Widget extends HTMLElement> = DetailedHTMLProps<HTMLAttributes<Widget>, Widget> &
  Partial<Omit<Widget, keyof HTMLElement>> &
  Listeners;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'service-connector': Props<ServiceConnectorElement>;
      'service-config': Props<ServiceConfigElement>;
      'service-webhooks': Props<ServiceWebhooksElement>;
    }
  }
}
