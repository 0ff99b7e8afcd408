<?php

namespace ServiceConnector\Testing;

require __DIR__ . '/support.php';

const MODULE = __DIR__ . '/../serviceconnector';

/** @return string[] Arguments of `l`, as the platform finds them */
function texts(string $file): array
{
    preg_match_all("/->l\\('((?:[^'\\\\]|\\\\.)*)'/", file_get_contents(MODULE . "/$file"), $found);

    return $found[1];
}

require MODULE . '/translations/de.php';
global $_MODULE;
$german = $_MODULE;
$sources = ['texts' => texts('src/Texts.php'), 'serviceconnector' => texts('serviceconnector.php')];

test('every text has a German one', function () use ($sources, $german) {
    same(true, count($sources['texts']) > 50);
    foreach ($sources as $source => $texts) {
        foreach ($texts as $text) {
            same(true, isset($german['<{serviceconnector}prestashop>' . $source . '_' . md5($text)]) ?: $text);
        }
    }
});

test('no German text is left over', function () use ($sources, $german) {
    $used = array_map('md5', array_merge(...array_values($sources)));
    foreach (array_keys($german) as $key) {
        same(true, in_array(substr($key, -32), $used, true) ?: $key);
    }
});

test('no text holds what the platform would escape twice', function () use ($sources, $german) {
    foreach (array_merge(array_values($german), ...array_values($sources)) as $text) {
        same(0, preg_match('/["\'<>\\\\]/', $text) ? $text : 0);
    }
});

finish();
