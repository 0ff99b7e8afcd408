import fc from 'fast-check';
import { decodeEntities, htmlToText } from './html-text';

describe('htmlToText', () => {
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
    ['3<5', '3<5'],
    ['<p>one</p>two', 'one\ntwo'],
    ['one  \t two', 'one two'],
    ['a<!-->b-->c', 'ac'],
    ['a<b "x>y">c', 'ay">c'],
    ['  plain\ttext  ', 'plain text'],
    ['&#0;a&#xD800;', 'a'],
    ['<SCRIPT type="x">alert("</p>")</SCRIPT >after', 'after'],
    ['<style>.a{color:red}</style>after', 'after'],
    ['<script>never closed', ''],
    ['a<scripted>b', 'ab'],
    ['<</script>a-->', '< a-->'],
    ['<textarea>Care: <b>cold</b></textarea> <noscript>wash</noscript><title>!</title>', 'Care: cold wash!'],
  ])('converts %j to %j', (html, text) => {
    expect(htmlToText(html).replace(/\uFFFD/g, '')).toBe(text);
  });

  it('drops scripts and styles', () => {
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
  ])('handles a megabyte of %s', (_name, piece) => {
    expect(typeof htmlToText(piece.repeat(Math.ceil(1_000_000 / piece.length)))).toBe('string');
  });

  it('leaves no tag of any input', () => {
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

describe('decodeEntities', () => {
  it('makes one U+FFFD of each invalid character reference', () => {
    const invalid = fc.constantFrom('&#0;', '&#xD800;', '&#xd83d;&#56832;', '&#xDFFF;', '&#x110000;', '&#99999999999999999999;');
    fc.assert(
      fc.property(fc.array(invalid, { maxLength: 9 }), (references) => {
        const text = references.join('a');
        expect(decodeEntities(text)).toBe(text.replace(/&[^;]+;/g, '\uFFFD'));
      }),
    );
  });

  it.each([
    ['Bags &amp; Accessories', 'Bags & Accessories'],
    ['M&auml;ntel &#8211; &#x20AC;', 'Mäntel – €'],
    ['A & B', 'A & B'],
  ])('decodes %s to %s', (name, decoded) => {
    expect(decodeEntities(name)).toBe(decoded);
  });
});
