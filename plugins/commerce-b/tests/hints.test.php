<?php

namespace ServiceConnector\Testing;

require __DIR__ . '/support.php';

use ServiceConnector\Hints;
use ServiceConnector\Response;

const HOME = 'https://shop.example/b';
const NOW = 1800000;

/** Sends with these answers, and returns the calls and the link as it is stored. */
function send(array $shop, array $answers, string $address = HOME, int $messages = 4): array
{
    list(, $log, $links, $link) = $shop;
    $http = new TestHttp(...$answers);
    (new Hints($http, $log, $links))->send($link, $address, $messages, NOW);

    return [$http->calls, $links->ofShop(1)];
}

test('a hint names ids and nothing else, signed over its bytes', function () {
    $shop = linkedShop();
    $shop[1]->write([['orders', 5, false, 1], ['orders', 7, true, 1], ['customers', 12, false, 0]]);
    list($calls, $link) = send($shop, [new Response(200)]);
    $body = '{"changed":{"customers":["12"],"orders":["5"]},"deleted":{"orders":["7"]}}';
    same(1, count($calls));
    same(['POST', 'https://service.example/api/webhooks/01981c31-90b7-7a6e-a3f5-6c2d8b4e1f03', $body], [$calls[0]['method'], $calls[0]['url'], $calls[0]['body']]);
    $headers = $calls[0]['headers'];
    same(true, in_array('X-Webhook-Topic: records.changed', $headers, true));
    same(true, in_array('X-WC-Webhook-Source: https://shop.example/b', $headers, true));
    same(true, in_array('X-Webhook-Signature: ' . base64_encode(hash_hmac('sha256', $body, 'secret', true)), $headers, true));
    same(1, count(preg_grep('/^X-Webhook-Id: [0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/', $headers)));
    same(['1003', '', 0], [$link->hinted, $link->problem, $link->retryAt]);
});

test('a retry has the id of the first attempt, a later change of the same records another', function () {
    $shop = linkedShop();
    $shop[1]->write(orders(5));
    $ids = [];
    foreach ([503, 200] as $status) {
        $shop[3]->retryAt = 0;
        $ids[] = preg_grep('/Webhook-Id/', send($shop, [new Response($status)])[0][0]['headers']);
    }
    $shop[1]->write(orders(5));
    $ids[] = preg_grep('/Webhook-Id/', send($shop, [new Response(200)])[0][0]['headers']);
    same($ids[0], $ids[1]);
    same(false, $ids[1] === $ids[2]);
});

test('a message holds 500 ids at most, and a request sends no more messages than it may', function () {
    $shop = linkedShop();
    $shop[1]->write(orders(...range(1, 1200)));
    list($calls, $link) = send($shop, [new Response(200), new Response(200), new Response(200)], HOME, 2);
    same([500, 500], array_map(function ($call) {
        return count(json_decode($call['body'], true)['changed']['orders']);
    }, $calls));
    same('2000', $link->hinted);
});

// What the service says => hinted, seconds until the next attempt, problem
$responses = [
    'is taken' => [new Response(200, '{"status":"accepted"}'), '1001', 0, ''],
    'of a paused link is taken as well' => [new Response(200, '{"status":"ignored"}'), '1001', 0, ''],
    'without a response waits' => [new Response(0, '', [], 'slow'), '1000', 60, 'unreachable'],
    'to a busy service waits as long as it says' => [new Response(503, '', ['retry-after' => '120']), '1000', 120, 'unreachable'],
    'over the rate waits as long as the service says, an hour at most' => [new Response(429, '', ['retry-after' => '86400']), '1000', 3600, 'unreachable'],
    'with a wrong secret stays, and is not repeated soon' => [new Response(401), '1000', 3600, 'refused'],
    'that the service does not understand is dropped' => [new Response(422), '1001', 0, 'dropped'],
];
foreach ($responses as $what => list($response, $hinted, $wait, $problem)) {
    test("a hint $what", function () use ($response, $hinted, $wait, $problem) {
        $shop = linkedShop();
        $shop[1]->write(orders(5));
        $link = send($shop, [$response])[1];
        same([$hinted, $wait === 0 ? 0 : NOW + $wait, $problem], [$link->hinted, $link->retryAt, $link->problem]);
    });
}

test('pauses grow while the service is away, to an hour, and end with its return', function () {
    $shop = linkedShop();
    $shop[1]->write(orders(5));
    $pauses = [];
    for ($try = 0; $try < 8; ++$try) {
        $shop[3]->retryAt = 0;
        $pauses[] = send($shop, [])[1]->retryAt - NOW;
    }
    same([60, 120, 240, 480, 960, 1920, 3600, 3600], $pauses);
    $shop[3]->retryAt = 0;
    same([0, 0], [send($shop, [new Response(200)])[1]->failures, $shop[3]->retryAt]);
});

$silent = [
    'a copy of the shop' => ['https://staging.example/b', []],
    'a link that waits for its token' => [HOME, ['state' => 'pending']],
    'a disabled module' => [HOME, ['wanted' => 'disconnected']],
    'a pause that is not over' => [HOME, ['retryAt' => NOW + 1]],
];
foreach ($silent as $what => list($address, $members)) {
    test("$what sends nothing and loses nothing", function () use ($address, $members) {
        $shop = linkedShop();
        $shop[1]->write(orders(5));
        foreach ($members as $name => $value) {
            $shop[3]->$name = $value;
        }
        list($calls, $link) = send($shop, [new Response(200)], $address);
        same([[], '1000'], [$calls, $link->hinted]);
    });
}

test('nothing is sent when nothing has changed', function () {
    same([], send(linkedShop(), [new Response(200)])[0]);
});

finish();
