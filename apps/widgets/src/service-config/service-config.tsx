import { Component, Element, h, Prop, State } from '@stencil/core';
import { withGiven } from '../language/given-texts';
import { localeAt, observeLanguage } from '../language/language';
import { focusInPlace } from '../page/focus';
import { givenText } from '../page/given-text';
import { ask } from '../service/ask';
import { serviceAddress } from '../service/service-address';
import { textsOf, type ConfigTexts } from './config-texts';
import { choose, discard, loaded, released, reset, saved, startSaving, withoutToken, type ConfigurationForm } from './configuration-form';
import { renderField } from './render-field';
import { renderState } from './render-state';

const path = '/api/widget/configuration';

/**
 * Shows and changes the settings of a connection. After each successful save it fires `service-configuration-saved` with
 * `{configuration}`: everything that is stored now.
 *
 * Parts: frame, heading, field, option, notice, spinner, button, button-secondary.
 */
@Component({ tag: 'service-config', styleUrls: ['../style/frame.css', 'service-config.css'], shadow: true })
export class ServiceConfig {
  @Element() host: HTMLElement;

  /** The widget access token; kept as a property, and written nowhere. */
  @Prop() token?: string;
  /** Address of the service; the origin of the script when there is none. */
  @Prop() apiUrl?: string;
  /** BCP 47; the language of the page when there is none. */
  @Prop() locale?: string;
  /** Texts in place of those of the language, by key. */
  @Prop() texts?: Partial<ConfigTexts>;

  @State() form: ConfigurationForm = withoutToken;
  /** Until the service wants to be asked again. */
  @State() leftMs = 0;

  /** Ends with the token and the address that it is for: what is answered later is nobody's. */
  private session = new AbortController();
  private shownFor = '';
  private hadFocus = false;
  private seeksError = false;
  /** Something was saved while the element was outside the page. */
  private isUntold = false;
  private readonly langObserver = new MutationObserver(() => (this.form = { ...this.form }));

  connectedCallback() {
    observeLanguage(this.langObserver);
    // Whatever depends on the place is looked at anew: the language, and who may hear events.
    this.form = { ...this.form };
  }

  disconnectedCallback() {
    this.langObserver.disconnect();
  }

  /** Properties that are set later take effect; an element that is only moved goes on. */
  componentWillRender() {
    const wanted = [this.token, this.address].join(' ');
    if (wanted !== this.shownFor) void this.load();
    this.shownFor = wanted;
    this.hadFocus = !!this.focused;
  }

  componentDidRender() {
    if (this.isUntold) this.announce();
    const { shadowRoot } = this.host;
    const field = this.seeksError && shadowRoot?.querySelector('.error')?.closest<HTMLElement>('.field');
    this.seeksError = false;
    if (field) (field.querySelector<HTMLElement>('input:checked') ?? field.querySelector<HTMLElement>('input,select') ?? field).focus();
    // The control went with its phase. A focus elsewhere on the page is left alone.
    else if (this.hadFocus && !this.focused) focusInPlace(shadowRoot?.querySelector('h2'));
  }

  render() {
    const { form } = this;
    const { language, tag, direction } = localeAt(this.host, this.locale);
    const texts = withGiven(textsOf(language), this.texts);
    return (
      <div class="frame" part="frame" key="frame" lang={tag} dir={direction}>
        <h2 part="heading" key="heading" tabindex="-1">
          {texts.heading}
        </h2>
        {form.fields.map((field, at) =>
          renderField({ form, field, at, texts, onChoose: (value) => (this.form = choose(this.form, field, value)) }),
        )}
        {form.isPartial && (
          <p class="hint" key="partial">
            {texts.unknown}
          </p>
        )}
        {renderState(form, texts, tag, this.leftMs, {
          retry: () => void this.load(),
          discard: () => this.discard(),
          save: () => void this.save(),
        })}
      </div>
    );
  }

  private get address(): string {
    return serviceAddress(this.apiUrl, 'widget.js');
  }

  private get focused(): Element | null | undefined {
    return this.host.shadowRoot?.activeElement;
  }

  private async load(): Promise<void> {
    this.session.abort();
    const { signal } = (this.session = new AbortController());
    const token = givenText(this.token);
    this.form = reset(this.form, !!token);
    this.isUntold = false;
    if (!token) return;
    const answer = await ask(this.address, { method: 'GET', path, token, signal }).catch(() => null);
    if (answer && !signal.aborted) this.show(loaded(answer, this.form.chosen));
  }

  private discard(): void {
    this.form = discard(this.form);
    // What is stored only the service knows.
    if (this.form.unanswered.size > 0 && !this.form.sent) void this.load();
  }

  private async save(): Promise<void> {
    const form = startSaving(this.form);
    if (form === this.form) return;
    this.form = form;
    this.seeksError = form.errors.size > 0;
    if (!form.sent) return;
    const { signal } = this.session;
    const body = { configuration: Object.fromEntries(form.sent) };
    // A save that the user asked for is not taken back, whatever becomes of the element.
    const answer = await ask(this.address, {
      method: 'PATCH',
      path,
      token: givenText(this.token),
      body,
      signal: new AbortController().signal,
    });
    if (signal.aborted) return;
    this.show(saved(this.form, answer));
    // Nothing is saved of the values that were there before.
    if (this.form.values !== form.values) this.announce();
    else this.seeksError = this.form.errors.size > 0 && (!!this.focused || document.activeElement === document.body);
  }

  private show(form: ConfigurationForm): void {
    this.form = form;
    const end = performance.now() + (form.message?.waitMs ?? 0);
    const count = () => {
      // Something else has come in between.
      if (this.form.message !== form.message) return;
      this.leftMs = end - performance.now();
      if (this.leftMs > 0) setTimeout(count, this.leftMs % 1_000 || 1_000);
      else this.form = released(this.form);
    };
    if (form.isHeld) count();
  }

  /** Outside the page only once it is in one again. */
  private announce(): void {
    this.isUntold = !this.host.isConnected;
    if (this.isUntold) return;
    const detail = { configuration: Object.fromEntries(this.form.values) };
    this.host.dispatchEvent(new CustomEvent('service-configuration-saved', { detail, bubbles: true, composed: true }));
  }
}
