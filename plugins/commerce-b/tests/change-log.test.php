<?php

namespace ServiceConnector\Testing;

require __DIR__ . '/support.php';

use ServiceConnector\ChangesAnswer;
use ServiceConnector\Link;

function answer($log, string $since, string $limit = '', int $shop = 1, string $loggedFrom = '0'): array
{
    $link = new Link();
    $link->shop = $shop;
    $link->loggedFrom = $loggedFrom;

    return ChangesAnswer::of($log, $link, $since, $limit, '0.1.0');
}

test('the first question brings the position and no rows', function () {
    list(, $log) = linkedShop();
    $log->write(orders(5, 6));
    same([
        'position' => 1002,
        'oldest' => 1000,
        'complete' => true,
        'has_more' => false,
        'next' => 1002,
        'changed' => ['customers' => [], 'orders' => [], 'products' => []],
        'deleted' => ['customers' => [], 'orders' => [], 'products' => []],
        'module_version' => '0.1.0',
    ], answer($log, ''));
});

test('changes come by type, deletions apart', function () {
    list(, $log) = linkedShop();
    $log->write([['customers', 7, true, 0], ['orders', 5, false, 1], ['products', 3, false, 0], ['orders', 6, true, 1]]);
    $answer = answer($log, '1000');
    same(['customers' => [], 'orders' => ['5'], 'products' => ['3']], $answer['changed']);
    same(['customers' => ['7'], 'orders' => ['6'], 'products' => []], $answer['deleted']);
    same([true, false, 1004], [$answer['complete'], $answer['has_more'], $answer['next']]);
});

test('a record that changes again has one row, at its latest position', function () {
    list($database, $log) = linkedShop();
    $log->write(orders(5, 6));
    $log->write(orders(5));
    same(['6', '5'], answer($log, '1000')['changed']['orders']);
    same(['5'], answer($log, '1002')['changed']['orders']);
    same(3, (int) $database->rows('SELECT COUNT(*) AS n FROM {prefix}serviceconnector_change')[0]['n']);
});

test('a deleted record stays deleted when a part of it changes later', function () {
    list(, $log) = linkedShop();
    $log->write([['customers', 7, true, 0], ['orders', 7, false, 1]]);
    $log->write([['customers', 7, false, 0], ['orders', 7, false, 1]]);
    $answer = answer($log, '1002');
    same([['7'], ['7'], []], [$answer['deleted']['customers'], $answer['changed']['orders'], $answer['changed']['customers']]);
});

test('a record that has the id of a deleted one is there', function () {
    list(, $log) = linkedShop();
    $log->write([['products', 7, true, 0]]);
    $log->write([['products', 7, false, 0, true]]);
    $answer = answer($log, '1000');
    same([['7'], []], [$answer['changed']['products'], $answer['deleted']['products']]);
});

test('pages follow one another and show each change once', function () {
    list(, $log) = linkedShop();
    $log->write(orders(...range(1, 25)));
    $seen = [];
    $since = '1000';
    do {
        $page = answer($log, $since, '10');
        $seen = array_merge($seen, $page['changed']['orders']);
        $since = (string) $page['next'];
    } while ($page['has_more']);
    same(array_map('strval', range(1, 25)), $seen);
    same(1025, $page['next']);
});

test('a shop of several sees its own orders and what all shops share', function () {
    list(, $log) = linkedShop();
    $log->write([['orders', 1, false, 1], ['orders', 2, false, 2], ['products', 3, false, 0]]);
    $answer = answer($log, '1000', '', 2);
    same([['2'], ['3']], [$answer['changed']['orders'], $answer['changed']['products']]);
    same(1003, answer($log, '1000')['next']);
});

$gaps = [
    'before the log began' => ['999', false],
    'at its beginning' => ['1000', true],
    'at its end' => ['1003', true],
    'beyond its end, as an instant mostly is,' => ['1004', true],
];
foreach ($gaps as $where => list($since, $isComplete)) {
    test("a position $where is " . ($isComplete ? 'complete' : 'not complete'), function () use ($since, $isComplete) {
        list(, $log) = linkedShop();
        $log->write(orders(1, 2, 3));
        same($isComplete, answer($log, $since)['complete']);
    });
}

test('a link knows all changes since it was made, unless the log began later', function () {
    list(, $log) = linkedShop();
    $log->write(orders(1));
    $before = (string) (1000 - 300);
    same([false, true], [answer($log, $before, '', 1, '999')['complete'], answer($log, $before, '', 1, '1000')['complete']]);
    $log->beginAgain();
    same(false, answer($log, $before, '', 1, '1000')['complete']);
});

test('an instant brings what has changed since, also while changes come faster than milliseconds', function () {
    $now = 50000;
    list(, $log) = linkedShop(100, function () use (&$now) {
        return $now;
    });
    $log->write(orders(1, 2, 3));
    $now = 50001;
    $log->write(orders(4));
    $now = 60000;
    $log->write(orders(5));
    same(['2', '3', '4', '5'], answer($log, '50000')['changed']['orders']);
    same(['5'], answer($log, '59999')['changed']['orders']);
    $answer = answer($log, '70000');
    same([true, [], 60000], [$answer['complete'], $answer['changed']['orders'], $answer['position']]);
    $now = 40000;
    $log->write(orders(6));
    same(60001, answer($log, '')['position']);
});

test('a log that begins again does not vouch for what came before, and still has it', function () {
    list($database, $log) = linkedShop();
    $log->write(orders(1));
    $log->beginAgain();
    $log->write(orders(2));
    $before = answer($log, '1001');
    same([1002, false, ['2']], [$before['oldest'], $before['complete'], $before['changed']['orders']]);
    same(['1', '2'], answer($log, '1000')['changed']['orders']);
    same([true, ['2']], [answer($log, '1002')['complete'], answer($log, '1002')['changed']['orders']]);
    $database->run("DELETE FROM {prefix}serviceconnector_change WHERE type = ''");
    same(false, answer($log, '5000')['complete']);
});

test('a writer that waits for its turn in vain takes no position of another one', function () {
    list($database, $log) = linkedShop();
    $database->hasLock = false;
    $log->write(orders(1, 2));
    $answer = answer($log, '1000');
    same(['1', '2'], $answer['changed']['orders']);
    same(true, $answer['position'] >= 1502);
});

test('a full log drops its oldest rows, and says so to whoever asks for them', function () {
    $now = 0;
    list($database, $log) = linkedShop(1500, function () use (&$now) {
        return $now += 30000;
    });
    foreach (array_chunk(range(1, 4000), 400) as $ids) {
        $log->write(orders(...$ids));
    }
    $kept = (int) $database->rows("SELECT COUNT(*) AS n FROM {prefix}serviceconnector_change WHERE type <> ''")[0]['n'];
    same(true, $kept >= 1500 && $kept < 1500 + 4 * 400);
    $oldest = answer($log, '')['oldest'];
    same(false, answer($log, (string) ($oldest - 1))['complete']);
    $answer = answer($log, (string) $oldest);
    same([true, (string) (4000 - $kept + 1)], [$answer['complete'], $answer['changed']['orders'][0]]);
});

foreach (['-1', '1 OR 1', "1'", '9999999999999999999'] as $since) {
    test("$since is no position", function () use ($since) {
        list(, $log) = linkedShop();
        same(null, ChangesAnswer::of($log, new Link(), $since, '', ''));
        same(null, ChangesAnswer::of($log, new Link(), '', $since, ''));
    });
}

finish();
