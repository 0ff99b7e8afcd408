import { Component, Element, Prop, State } from '@stencil/core';
import { withGiven } from '../language/given-texts';
import { localeAt, observeLanguage } from '../language/language';
import { focusInPlace } from '../page/focus';
import { givenText } from '../page/given-text';
import { serviceAddress } from '../service/service-address';
import { ConnectorJourney, type Given } from './connector-journey';
import { textsOf, type ConnectorTexts } from './connector-texts';
import { pluginLink } from './plugin-links';
import { announcement, endOf, type Scene } from './scene';
import type { Pending } from './status-polling';
import { frame } from './views';

/** How long “Copied” is shown. */
const copiedMs = 3_000;

/**
 * Connects a shop with the system that embeds it.
 *
 * Parts: frame, heading, link, button, renew, token, field, steps, breadcrumb, notice, spinner.
 */
@Component({ tag: 'service-connector', styleUrls: ['../style/frame.css', 'service-connector.css'], shadow: true })
export class ServiceConnector {
  private journey: ConnectorJourney;
  /** What waits until the element is in the page, and has taken what the page gives now. */
  private waiting: (() => void)[] = [];
  private readonly langObserver = new MutationObserver(() => this.changes++);
  private announced = '';
  /** The token that was told of last. */
  private told: Pending | null = null;
  /** The last news, in whatever language they are to be said. */
  private news: (scene: Scene) => string;
  private focused: Element | null = null;
  private timer = 0;

  @Element() host: HTMLElement;

  /** Key of the embedding system. */
  @Prop() system?: string;
  /** Key of the shop platform. */
  @Prop() connection?: string;
  /** Of an earlier initialisation, which is skipped then. */
  @Prop() tenantId?: string;
  /** The access token that came with the tenant. It stays a property: it is written nowhere. */
  @Prop() token?: string;
  /** Whom the embedding system knows the tenant as. */
  @Prop() externalUserId?: string;
  /** Origin of the service; that of the script when there is none. */
  @Prop() apiUrl?: string;
  /** BCP 47; the language of the page when there is none. */
  @Prop() locale?: string;
  /** Where the plugin is found (http or https), in place of the address known here. */
  @Prop() pluginUrl?: string;
  /** Texts in place of those of the language, by key. */
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

  /** Attributes that are set one after another count together. Nothing begins outside the page. */
  componentWillRender() {
    if (!this.host.isConnected) return;
    this.focused = this.host.shadowRoot?.activeElement ?? null;
    const given = this.given();
    if (!this.journey?.accepts(given)) {
      this.journey?.abandon();
      this.journey = new ConnectorJourney(given, {
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
    for (const act of this.waiting.splice(0)) act();
    const root = this.host.shadowRoot;
    // What had the focus went away: the reader goes on at the token, or at what else came.
    const next = root?.querySelector('input') ?? root?.querySelector<HTMLElement>('[tabindex]');
    if (this.focused && !this.focused.isConnected) focusInPlace(next);
    const { pending, trouble } = this.journey;
    const left = Math.max(pending?.expiresAt ?? 0, trouble?.until ?? 0) - Date.now();
    clearTimeout(this.timer);
    if (left > 0) this.timer = window.setTimeout(() => this.changes++, left % 1_000 || 1_000);
  }

  render() {
    const scene = this.scene();
    return this.journey && frame(scene, this.news(scene));
  }

  private given(): Given {
    return {
      apiUrl: serviceAddress(this.apiUrl, 'connector-widget.js'),
      system: givenText(this.system),
      connection: givenText(this.connection),
      tenantId: givenText(this.tenantId),
      token: givenText(this.token),
      externalUserId: givenText(this.externalUserId),
    };
  }

  private scene(): Scene {
    const { language, ...locale } = localeAt(this.host, this.locale);
    const { journey, isCopied } = this;
    const connection = givenText(this.connection);
    const texts = withGiven(textsOf(language), this.texts);
    const pluginAddress = pluginLink(connection, givenText(this.system), givenText(this.pluginUrl));
    return { ...locale, journey, texts, now: Date.now(), connection, pluginAddress, isCopied, copy: (token) => this.copy(token) };
  }

  /** Only what is new: the live region must not repeat itself, and never counts down. */
  private announce() {
    const scene = this.scene();
    const { phase, isBusy, trouble, look, pending } = this.journey;
    const news = [phase, isBusy, trouble?.kind, look, pending?.id, endOf(scene)].join();
    if (news === this.announced) return;
    this.announced = news;
    this.isCopied = false;
    const isNew = pending !== this.told;
    this.told = pending;
    this.news = (now) => announcement({ ...now, now: scene.now }, isNew);
  }

  /** Where the browser lets no page write to the clipboard, the token gets the focus, which selects it: for the older way, or for the user to copy. */
  private async copy(token: string) {
    try {
      await navigator.clipboard.writeText(token);
    } catch {
      this.host.shadowRoot?.querySelector('input')?.focus();
      if (!document.execCommand('copy')) return;
    }
    this.isCopied = true;
    const news = (this.news = ({ texts }) => texts.copied);
    setTimeout(() => {
      if (this.news !== news) return;
      this.isCopied = false;
      // Copied once more, it is said once more.
      this.news = () => '';
    }, copiedMs);
  }

  private async untilShown() {
    await this.untilAttached();
    while (document.hidden) {
      // The browser looks for its options in all that an object inherits.
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
    else this.waiting.push(act);
  }

  private emit(type: string, detail: object) {
    this.whenAttached(() => this.host.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail })));
  }
}
