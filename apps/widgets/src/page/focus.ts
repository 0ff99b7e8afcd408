/** Where no user asked for it, the page stays where it is. */
export function focusInPlace(element: HTMLElement | null | undefined): void {
  // The browser looks for its options in all that an object inherits.
  element?.focus({ __proto__: null, preventScroll: true } as FocusOptions);
}
