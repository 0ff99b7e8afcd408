/** Moves the focus without scrolling the page, which the user did not ask for. */
export function focusWithoutScrolling(element: HTMLElement | null | undefined): void {
  // The null prototype hides options that the page may have added to Object.prototype.
  element?.focus({ __proto__: null, preventScroll: true } as FocusOptions);
}
