<?php

namespace ServiceConnector\Testing;

require __DIR__ . '/support.php';

use ServiceConnector\Erasures;
use ServiceConnector\Persons;
use ServiceConnector\Response;
use ServiceConnector\Service;

const ID = '01981c31-90b7-7a6e-a3f5-6c2d8b4e1f99';
const NOW = 1800000;

function running(): Response
{
    return new Response(202, json_encode(['id' => ID, 'status' => 'running']));
}

function done(): Response
{
    return new Response(200, json_encode(['id' => ID, 'status' => 'done']));
}

/** Works at each of the seconds, with one answer each. Returns the calls as text, and the rows left. */
function worked(array $seconds, Response ...$answers): array
{
    list($database, , , $link) = linkedShop();
    $http = new TestHttp(...$answers);
    $erasures = new Erasures($database, new Service($http));
    $erasures->request($link, "erika@example.com");
    foreach ($seconds as $second) {
        $erasures->work($link, NOW + $second);
    }
    $calls = array_map(function ($call) {
        return $call['method'] . ' ' . substr($call['url'], strlen('https://service.example/api/privacy/')) . ' ' . $call['body'];
    }, $http->calls);

    return [$calls, $database->rows('SELECT service_id, tries, next_at FROM {prefix}serviceconnector_erasure')];
}

$ask = 'POST erasures {"email":"erika@example.com"}';
$look = 'GET erasures/' . ID . ' ';

test('an erasure is asked for, followed, and forgotten here once it is done', function () use ($ask, $look) {
    same([[$ask, $look], []], worked([0, 30], running(), done()));
});

test('a service that is away is asked again, later each time', function () use ($ask) {
    list($calls, $rows) = worked([0, 29, 30, 89, 90], new Response(0), new Response(503));
    same([$ask, $ask, $ask], $calls);
    same([3, NOW + 90 + 120], [(int) $rows[0]['tries'], (int) $rows[0]['next_at']]);
});

test('a service that is busy is asked again when it says', function () {
    list(, $rows) = worked([0], new Response(429, '', ['retry-after' => '600']));
    same(NOW + 600, (int) $rows[0]['next_at']);
});

test('an erasure that the service has lost is asked for anew', function () use ($ask, $look) {
    same([[$ask, $look, $ask], ''], [worked([0, 30, 90], running(), new Response(404), new Response(0))[0], worked([0, 30], running(), new Response(404))[1][0]['service_id']]);
});

test('the same person waits once, and a thousand persons are the most', function () {
    list($database, , , $link) = linkedShop();
    $erasures = new Erasures($database, new Service(new TestHttp()));
    for ($person = 0; $person < 1000; ++$person) {
        $erasures->request($link, "$person@example.com");
        $erasures->request($link, "$person@example.com");
    }
    same(1000, $erasures->count(1));
    same(false, $erasures->request($link, 'one.more@example.com'));
    $erasures->forget(1);
    same(0, $erasures->count(1));
});

test('an export becomes a row for each line, and a broken line none', function () {
    $lines = "{\"type\":\"customers\",\"record\":{\"email\":\"e@example.com\",\"url\":\"a/b\"}}\n{\"type\":\"orders\",\"record\":{\"id\":\"7\"}}\n{\"ty";
    same([
        ['type' => 'customers', 'data' => '{"email":"e@example.com","url":"a/b"}'],
        ['type' => 'orders', 'data' => '{"id":"7"}'],
    ], Persons::rows($lines));
    same([], Persons::rows(''));
});

finish();
