import { stepsPath, settingsBreadcrumb } from './shop-platforms';

describe('the steps to the settings of the plugin', () => {
  it.each([
    ['commerce_a', ['plugins', 'pluginName', 'settings']],
    ['commerce_b', ['modules', 'pluginName', 'settings']],
  ])('%s: the same in the paste steps and in the breadcrumb', (connection, path) => {
    expect([stepsPath(connection), settingsBreadcrumb(connection)]).toEqual([path, path]);
  });

  it.each(['unknown', '', 'constructor', '__proto__', undefined])('%j: generic in the paste steps, and no breadcrumb', (connection) => {
    expect([stepsPath(connection), settingsBreadcrumb(connection)]).toEqual([['pluginName', 'settings'], undefined]);
  });
});
