/** The text of a style sheet, as Stencil imports it. */
type Style = () => string;

/**
 * Uses constructed sheets, because a strict Content-Security-Policy forbids `<style>`. They belong to one document: an element that has moved
 * into another one arrives there without them.
 */
export function adoptStyles({ shadowRoot, ownerDocument }: HTMLElement, ...styles: Style[]): void {
  if (!shadowRoot || shadowRoot.adoptedStyleSheets.length > 0) return;
  const { CSSStyleSheet: Sheet } = ownerDocument.defaultView ?? window;
  shadowRoot.adoptedStyleSheets = styles.map((style) => {
    const sheet = new Sheet();
    sheet.replaceSync(style());
    return sheet;
  });
}
