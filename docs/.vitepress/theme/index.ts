import { h } from 'vue';
import { withBase } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import './style.css';

/** The API describes itself, outside of this site. */
const apiLink = () => h('a', { class: 'api-link', href: '/api/docs' }, 'API');

/** The one of the theme has no landmark. */
const notFound = () =>
  h('main', { class: 'not-found vp-doc' }, [
    h('h1', 'Page not found'),
    h('p', ['The documentation has no page at this address. ', h('a', { href: withBase('/') }, 'Start at its front page.')]),
  ]);

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'nav-bar-content-after': apiLink, 'not-found': notFound }),
};
