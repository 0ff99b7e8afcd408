import { Component, Element, Prop, State } from '@stencil/core';
import { localeAt, observeLanguage } from '../language/language';
import { withOverrides } from '../language/text-overrides';
import { focusWithoutScrolling } from '../page/focus';
import { headingLevel } from '../page/heading-level';
import { trimmedText } from '../page/trimmed-text';
import { serviceAddress } from '../service/service-address';
import { adoptStyles } from '../style/adopt-styles';
import frameCss from '../style/frame.css';
import { ConnectorJourney, type ConnectorProps, type JourneyHost } from './connector-journey';
import { textsOf, type ConnectorTexts } from './connector-texts';
import { pluginLink } from './plugin-links';
import { announcement, tokenEndText, visitedShop, type Scene } from './scene';
import ownCss from './service-connector.css';
import { nameOf } from './shop-platforms';
import type { PendingConnection } from './status-polling';
import { frame } from './views';

/** How long the button shows “Copied”. */
const copiedMs = 3_000;

/**
 * Connects shops with the system that embeds it, and shows those that are connected. Slots: `connection-logo`, `system-logo`.
 *
 * Parts: frame, heading, link, button, button-secondary, renew, token, field, steps, breadcrumb, shop, notice, spinner.
 */
@Component({ tag: 'service-connector', shadow: true })
export class ServiceConnector implements JourneyHost {
  private journey: ConnectorJourney;
  /** Run after the next render inside the page, when the current properties have taken effect. */
  private onAttached: (() => void)[] = [];
  private readonly langObserver = new MutationObserver(() => this.rerender());
  private announcedState = '';
  private announcedToken: PendingConnection | null = null;
  /** A function, because the language may change after the announcement. */
  private announced: (scene: Scene) => string;
  private focused: Element | null = null;
  private timer = 0;

  @Element() host: HTMLElement;

  /** Key of the embedding system. */
  @Prop() system?: string;
  /** Key of the shop platform. */
  @Prop() connection?: string;
  /** From an earlier initialisation; skips the initialisation. */
  @Prop() tenantId?: string;
  /** The access token of the tenant. A property only: the element writes it nowhere. */
  @Prop() token?: string;
  /** The embedding system's own id of the tenant. */
  @Prop() externalUserId?: string;
  /** Address of the service. Default: the origin of the script. */
  @Prop() apiUrl?: string;
  /** BCP 47. Default: the language of the page. */
  @Prop() locale?: string;
  /** Waits for a click before it initialises. */
  @Prop() deferInit?: string;
  /** Address of the plugin (http or https), in place of the built-in one. */
  @Prop() pluginUrl?: string;
  /** Name of the shop platform, in place of the built-in one. */
  @Prop() connectionName?: string;
  /** Name of the embedding system, in place of the built-in one. */
  @Prop() systemName?: string;
  /** Of the heading: 1 to 6. Default: 2. */
  @Prop() headingLevel?: string;
  /** Overrides of single texts, by key. */
  @Prop() texts?: Partial<ConnectorTexts>;

  hasInitialised = false;

  @State() changes = 0;
  @State() isCopied = false;

  connectedCallback() {
    adoptStyles(this.host, frameCss, ownCss);
    observeLanguage(this.langObserver);
    this.rerender();
  }

  disconnectedCallback() {
    this.langObserver.disconnect();
  }

  /** Renders once for several changed attributes, and starts nothing outside the page. */
  componentWillRender() {
    if (!this.host.isConnected) return;
    this.focused = this.host.shadowRoot?.activeElement ?? null;
    const props = this.props();
    if (!this.journey?.accepts(props)) {
      this.journey?.abandon();
      this.journey = new ConnectorJourney(props, this);
    }
    this.announce();
  }

  componentDidRender() {
    if (!this.host.isConnected) return;
    for (const act of this.onAttached.splice(0)) act();
    this.fillPlaces();
    if (this.focused && !this.focused.isConnected) focusWithoutScrolling(this.nextFocus(this.focused.id));
    const { handshake, requests } = this.journey;
    const left = Math.max(handshake.pending?.expiresAt ?? 0, requests.failure?.until ?? 0) - Date.now();
    clearTimeout(this.timer);
    if (left > 0) this.timer = window.setTimeout(() => this.rerender(), left % 1_000 || 1_000);
  }

  render() {
    const scene = this.scene();
    return this.journey && frame(scene, this.announced(scene));
  }

  /** When the focused control disappears: the safe response to a question, the control that led there, the shop, the token, the heading. */
  private nextFocus(id: string): HTMLElement | null | undefined {
    const root = this.host.shadowRoot;
    const { visit } = this.journey.shops;
    const candidates = [visit.isOpen && `cancel-${visit.id}`, id, `${visit.what}-${visit.id}`, visit.id, 'token'];
    const next = candidates.find((candidate) => candidate && root?.getElementById(candidate));
    return next ? root?.getElementById(next) : root?.querySelector<HTMLElement>('[tabindex]');
  }

  /** Puts slots and `<service-config>` into their places, which takes what it needs of these properties. */
  private fillPlaces() {
    const { tag: locale, level } = this.scene();
    const { token } = this.journey.shops.visit;
    for (const place of this.host.shadowRoot?.querySelectorAll<HTMLElement>('.place') ?? []) {
      const { tag = '', name } = place.dataset;
      const element = place.firstChild ?? place.appendChild(document.createElement(tag));
      // The mark of a slot that the page leaves empty.
      if (tag === 'slot' && !element.firstChild) element.appendChild(document.createElement('i'));
      Object.assign(element, { name, token, locale, apiUrl: this.props().apiUrl, headingLevel: level + 1 });
    }
  }

  private props(): ConnectorProps {
    return {
      apiUrl: serviceAddress(this.apiUrl, 'connector-widget.js'),
      system: trimmedText(this.system),
      connection: trimmedText(this.connection),
      tenantId: trimmedText(this.tenantId),
      token: trimmedText(this.token),
      externalUserId: trimmedText(this.externalUserId),
      isDeferred: !['undefined', 'null', 'false'].includes(String(this.deferInit)),
    };
  }

  private scene(): Scene {
    const { language, ...locale } = localeAt(this.host, this.locale);
    const { journey, isCopied } = this;
    const { apiUrl, connection, system } = this.props();
    const level = headingLevel(this.headingLevel);
    return {
      ...locale,
      journey,
      isCopied,
      level,
      texts: withOverrides(textsOf(language), this.texts),
      now: Date.now(),
      names: [trimmedText(this.connectionName) ?? nameOf(connection), trimmedText(this.systemName) ?? nameOf(system)],
      pluginAddress: pluginLink(apiUrl, connection, system, trimmedText(this.pluginUrl)),
      copy: (token) => this.copy(token),
    };
  }

  /** Announces changes only, so that the live region neither repeats itself nor counts down. */
  private announce() {
    const scene = this.scene();
    const { phase, requests, handshake, shops } = this.journey;
    const { pending, pollResult, attempt } = handshake;
    const shop = visitedShop(scene);
    // Without the times in the texts, which change by themselves.
    const ofShop = [shop?.id, shop?.status, shop?.status_reason?.code, !shop?.sync, shops.visit.isOpen];
    const state = [phase, requests.busy, requests.failure?.kind, pollResult, attempt, pending?.id, tokenEndText(scene), ofShop].join();
    if (state === this.announcedState) return;
    this.announcedState = state;
    this.isCopied = false;
    const isNewToken = pending !== this.announcedToken;
    this.announcedToken = pending;
    this.announced = (current) => announcement({ ...current, now: scene.now }, isNewToken);
  }

  /** Without access to the clipboard, focuses and so selects the token: for `execCommand`, or for the user to copy. */
  private async copy(token: string) {
    try {
      await navigator.clipboard.writeText(token);
    } catch {
      this.host.shadowRoot?.querySelector('input')?.focus();
      if (!document.execCommand('copy')) return;
    }
    this.isCopied = true;
    const announced = (this.announced = ({ texts }) => texts.copied);
    setTimeout(() => {
      if (this.announced !== announced) return;
      this.isCopied = false;
      // Cleared, so that a second copy is announced again.
      this.announced = () => '';
    }, copiedMs);
  }

  rerender() {
    this.changes++;
  }

  async untilShown() {
    await this.untilAttached();
    while (document.hidden) {
      await nextEvent('visibilitychange');
      await this.untilAttached();
    }
  }

  /** Deferred scripts and modules run before DOMContentLoaded. The next render sees what they set. */
  async untilPageReady() {
    if (document.readyState === 'loading') await nextEvent('DOMContentLoaded');
    await Promise.resolve();
    this.rerender();
    await new Promise<void>((resolve) => this.onAttached.push(resolve));
  }

  untilAttached(): Promise<void> {
    return new Promise((resolve) => this.whenAttached(resolve));
  }

  private whenAttached(act: () => void) {
    if (this.host.isConnected) act();
    else this.onAttached.push(act);
  }

  emit(type: string, detail: object): boolean {
    const event = new CustomEvent(type, { bubbles: true, composed: true, cancelable: type === 'service-settings', detail });
    this.whenAttached(() => this.host.dispatchEvent(event));
    return !event.defaultPrevented;
  }
}

function nextEvent(type: string): Promise<unknown> {
  // The null prototype hides options that the page may have added to Object.prototype.
  const once = { __proto__: null, once: true } as AddEventListenerOptions;
  return new Promise((resolve) => document.addEventListener(type, resolve, once));
}
