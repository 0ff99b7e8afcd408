import { shopPlatform } from './shop-platforms';

describe('what is told of a shop platform', () => {
  it.each([
    ['commerce_a', ['plugins', 'pluginName', 'settings']],
    ['commerce_b', ['modules', 'pluginName', 'settings']],
  ])('%s: its steps and breadcrumb', (connection, way) => {
    expect(shopPlatform(connection)).toEqual({ pasteSteps: ['open', 'paste', 'save'], path: way, breadcrumb: way });
  });

  it.each(['unknown', '', 'constructor', '__proto__', undefined])('%j: generic steps and no breadcrumb', (connection) => {
    expect(shopPlatform(connection)).toEqual({ pasteSteps: ['open', 'paste', 'save'], path: ['pluginName', 'settings'], breadcrumb: [] });
  });
});
