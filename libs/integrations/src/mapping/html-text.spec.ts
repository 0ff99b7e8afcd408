import fc from 'fast-check';
import { decodeEntities, htmlToText } from './html-text';

describe('HTML tags are stripped', () => {
  it.each([
    ['<p>Our <strong>Mug</strong> is made with care.</p>', 'Our Mug is made with care.'],
    ['<p>one</p><p>two</p>', 'one\ntwo'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<ul>\n<li>100&nbsp;% Baumwolle</li>\n<li>Größe: M &amp; L</li>\n</ul>\n', '100\u00a0% Baumwolle\nGröße: M & L'],
    ['3 < 5 and 7 > 2', '3 < 5 and 7 > 2'],
    ['a<b title="x>y">c</b>d', 'acd'],
    ["a<img alt='>' src=x>b", 'ab'],
    ['a<!-- <p>hidden</p> -->b', 'ab'],
    ['a<!-- never closed <p>', 'a'],
    ['a<!DOCTYPE html><?php echo 1 ?>b', 'ab'],
    ['text <img src=x onerror=alert(1)', 'text'],
    ['&lt;b&gt; is a tag', '<b> is a tag'],
    ['&amp;lt;', '&lt;'],
    ['<p></p>', ''],
    ['  plain\ttext  ', 'plain text'],
    ['&#0;a&#xD800;', 'a'],
    ['<SCRIPT type="x">alert("</p>")</SCRIPT >after', 'after'],
    ['<style>.a{color:red}</style>after', 'after'],
    ['<script>never closed', ''],
    ['a<scripted>b', 'ab'],
  ])('%j becomes %j', (html, text) => {
    expect(htmlToText(html).replace(/\uFFFD/g, '')).toBe(text);
  });

  it('12 the text of scripts and styles does not survive', () => {
    expect(htmlToText('<p><script>alert("x")</script></p>\n<style>.a{color:red}</style>\nrest')).toBe('rest');
  });

  it.each([
    ['unclosed tags', '<a '],
    ['lone brackets', '<'],
    ['unclosed comments', '<!--'],
    ['unclosed attributes', '<a x="'],
    ['unclosed scripts', '<script>'],
    ['closing tags only', '</script '],
    ['ampersands', '&'],
    ['entities cut short', '&amp'],
    ['quotes that alternate', '<a b=\'"'],
  ])('one megabyte of %s is read in one pass', (_name, piece) => {
    expect(typeof htmlToText(piece.repeat(Math.ceil(1_000_000 / piece.length)))).toBe('string');
  });

  it('leaves no tag of the input, whatever it is', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<script>',
      '</script>',
      '<',
      '>',
      '"',
      "'",
      '=',
      '<!--',
      '-->',
      'a',
      ' ',
      '\n',
      '<br/>',
      '<a href="',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => expect(htmlToText(pieces.join(''))).not.toMatch(/<[a-z/!?][^<]*>/i)),
    );
  });
});

describe('12 category and tag names are HTML-escaped', () => {
  it.each([
    ['Bags &amp; Accessories', 'Bags & Accessories'],
    ['M&auml;ntel &#8211; &#x20AC;', 'Mäntel – €'],
    ['A & B', 'A & B'],
  ])('%s is %s', (name, decoded) => {
    expect(decodeEntities(name)).toBe(decoded);
  });
});
