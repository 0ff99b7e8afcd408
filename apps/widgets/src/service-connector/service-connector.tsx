import { Component, Element, Prop, State } from '@stencil/core';
import { localeAt, observeLanguage } from '../language/language';
import { withOverrides } from '../language/text-overrides';
import { focusWithoutScrolling } from '../page/focus';
import { trimmedText } from '../page/trimmed-text';
import { serviceAddress } from '../service/service-address';
import { ConnectorJourney, type ConnectorProps } from './connector-journey';
import { textsOf, type ConnectorTexts } from './connector-texts';
import { pluginLink } from './plugin-links';
import { announcement, tokenEndText, type Scene } from './scene';
import type { PendingConnection } from './status-polling';
import { frame } from './views';

/** How long the button shows “Copied”. */
const copiedMs = 3_000;

/**
 * Connects a shop with the system that embeds it.
 *
 * Parts: frame, heading, link, button, renew, token, field, steps, breadcrumb, notice, spinner.
 */
@Component({ tag: 'service-connector', styleUrls: ['../style/frame.css', 'service-connector.css'], shadow: true })
export class ServiceConnector {
  private journey: ConnectorJourney;
  /** Run after the next render inside the page, when the current properties have taken effect. */
  private onAttached: (() => void)[] = [];
  private readonly langObserver = new MutationObserver(() => this.changes++);
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
  /** Address of the plugin (http or https), in place of the built-in one. */
  @Prop() pluginUrl?: string;
  /** Overrides of single texts, by key. */
  @Prop() texts?: Partial<ConnectorTexts>;

  @State() changes = 0;
  @State() isCopied = false;

  connectedCallback() {
    observeLanguage(this.langObserver);
    this.changes++;
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
      this.journey = new ConnectorJourney(props, {
        changed: () => this.changes++,
        untilAttached: () => this.untilAttached(),
        untilShown: () => this.untilShown(),
        initialized: (detail) => this.emit('service-initialized', detail),
        registered: (detail) => this.emit('service-registered', detail),
      });
    }
    this.announce();
  }

  componentDidRender() {
    if (!this.host.isConnected) return;
    for (const act of this.onAttached.splice(0)) act();
    const root = this.host.shadowRoot;
    // When the focused control disappears, the focus moves to the token or to the heading.
    const next = root?.querySelector('input') ?? root?.querySelector<HTMLElement>('[tabindex]');
    if (this.focused && !this.focused.isConnected) focusWithoutScrolling(next);
    const { pending, failure } = this.journey;
    const left = Math.max(pending?.expiresAt ?? 0, failure?.until ?? 0) - Date.now();
    clearTimeout(this.timer);
    if (left > 0) this.timer = window.setTimeout(() => this.changes++, left % 1_000 || 1_000);
  }

  render() {
    const scene = this.scene();
    return this.journey && frame(scene, this.announced(scene));
  }

  private props(): ConnectorProps {
    return {
      apiUrl: serviceAddress(this.apiUrl, 'connector-widget.js'),
      system: trimmedText(this.system),
      connection: trimmedText(this.connection),
      tenantId: trimmedText(this.tenantId),
      token: trimmedText(this.token),
      externalUserId: trimmedText(this.externalUserId),
    };
  }

  private scene(): Scene {
    const { language, ...locale } = localeAt(this.host, this.locale);
    const { journey, isCopied } = this;
    const connection = trimmedText(this.connection);
    const texts = withOverrides(textsOf(language), this.texts);
    const pluginAddress = pluginLink(connection, trimmedText(this.system), trimmedText(this.pluginUrl));
    return { ...locale, journey, texts, now: Date.now(), connection, pluginAddress, isCopied, copy: (token) => this.copy(token) };
  }

  /** Announces changes only, so that the live region neither repeats itself nor counts down. */
  private announce() {
    const scene = this.scene();
    const { phase, isBusy, failure, pollResult, pending } = this.journey;
    const state = [phase, isBusy, failure?.kind, pollResult, pending?.id, tokenEndText(scene)].join();
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

  private async untilShown() {
    await this.untilAttached();
    while (document.hidden) {
      // The null prototype hides options that the page may have added to Object.prototype.
      const once = { __proto__: null, once: true } as AddEventListenerOptions;
      await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, once));
      await this.untilAttached();
    }
  }

  private untilAttached(): Promise<void> {
    return new Promise((resolve) => this.whenAttached(resolve));
  }

  private whenAttached(act: () => void) {
    if (this.host.isConnected) act();
    else this.onAttached.push(act);
  }

  private emit(type: string, detail: object) {
    this.whenAttached(() => this.host.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail })));
  }
}
