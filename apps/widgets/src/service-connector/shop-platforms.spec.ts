import { stepsPath, settingsBreadcrumb } from './shop-platforms';

describe('what is told of a shop platform', () => {
  it.each([
    ['commerce_a', ['plugins', 'pluginName', 'settings']],
    ['commerce_b', ['modules', 'pluginName', 'settings']],
  ])('%s: the way of its steps, which is its breadcrumb, too', (connection, way) => {
    expect([stepsPath(connection), settingsBreadcrumb(connection)]).toEqual([way, way]);
  });

  it.each(['unknown', '', 'constructor', '__proto__', undefined])('%j: the generic way in the steps, and no breadcrumb', (connection) => {
    expect([stepsPath(connection), settingsBreadcrumb(connection)]).toEqual([['pluginName', 'settings'], undefined]);
  });
});
