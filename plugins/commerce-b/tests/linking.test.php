<?php

namespace ServiceConnector\Testing;

require __DIR__ . '/support.php';

use ServiceConnector\Link;
use ServiceConnector\Linking;
use ServiceConnector\Response;
use ServiceConnector\Service;

const ID = '01981c31-90b7-7a6e-a3f5-6c2d8b4e1f99';
const PLUGIN = ['name' => 'serviceconnector', 'version' => '0.1.0', 'platform_version' => '8.2.1', 'php_version' => '8.2.0', 'installation_id' => ID];

function started(array $members = []): Response
{
    return new Response(201, json_encode($members + [
        'connection_id' => ID,
        'connection_token' => 'scc_' . str_repeat('t', 43),
        'expires_at' => '2030-01-01T00:00:00.000Z',
        'widget_token' => 'sca_' . str_repeat('w', 43),
    ]));
}

/** @return array{0: bool, 1: Link|null} Whether the response was accepted, and the stored link */
function accepted(Response $response): array
{
    list($database, $log, $links) = linkedShop();
    $database->run('DELETE FROM {prefix}serviceconnector_link');
    $log->write(orders(1, 2));
    $link = new Link();
    $link->shop = 1;
    $link->baseUrl = 'https://shop.example';

    return [(new Linking($links, $log))->accept($link, $response), $links->ofShop(1)];
}

test('the shop that starts sends its address, key, secret and versions', function () {
    same([
        'system_slug' => 'commerce_b',
        'base_url' => 'https://shop.example/b',
        'credentials' => ['api_key' => 'KEY', 'webhook_secret' => 'secret', 'module_version' => '0.1.0'],
        'plugin' => PLUGIN,
    ], json_decode(Linking::body(linked(), 'KEY', '', PLUGIN), true));
});

test('the shop that was invited sends the token as well', function () {
    same('scc_token', json_decode(Linking::body(linked(), 'KEY', 'scc_token', PLUGIN), true)['connection_token']);
});

test('a started link shows its token and knows where it is in the log', function () {
    list($isAccepted, $link) = accepted(started());
    same([true, Link::PENDING, ID, '1002'], [$isAccepted, $link->state, $link->connectionId, $link->hinted]);
    same(['scc_' . str_repeat('t', 43), '2030-01-01T00:00:00.000Z'], [$link->connectionToken, $link->tokenExpiresAt]);
});

test('a finalised link is linked at once', function () {
    list($isAccepted, $link) = accepted(new Response(200, json_encode(['id' => ID, 'widget_token' => 'sca_' . str_repeat('w', 43)])));
    same([true, Link::LINKED, ID, ''], [$isAccepted, $link->state, $link->connectionId, $link->connectionToken]);
});

$refused = [
    'a refusal' => new Response(422, '{"type":"/problems/verification-failed"}'),
    'no response' => new Response(0),
    'a page instead of the service' => new Response(200, '<html>'),
    'an id that is none' => started(['connection_id' => '../admin']),
    'a widget token that is none' => started(['widget_token' => '"><script>']),
    'a connection token that is none' => started(['connection_token' => '']),
];
foreach ($refused as $what => $response) {
    test("$what links nothing", function () use ($response) {
        same([false, null], accepted($response));
    });
}

foreach (['scc_' . str_repeat('a', 43) => true, '' => false, '-' => false, 'sca_' . str_repeat('a', 43) => false, 'scc_ab' => false] as $text => $isToken) {
    test("\"$text\" is " . ($isToken ? 'a' : 'no') . ' connection token', function () use ($text, $isToken) {
        same($isToken, Linking::isToken($text));
    });
}

test('a shop that moved keeps its link; the response for another connection, or a refusal, changes nothing', function () {
    $moved = [
        'of another connection' => [new Response(200, json_encode(['id' => str_replace('0', '1', ID)])), false],
        'a refusal' => [new Response(422, '{"type":"/problems/verification-failed"}'), false],
        'of this connection' => [new Response(200, json_encode(['id' => linked()->connectionId])), true],
    ];
    foreach ($moved as list($response, $isMoved)) {
        list(, $log, $links, $link) = linkedShop();
        same([true, false], [$link->canMove('https://new.example'), $link->canMove($link->baseUrl)]);
        same($isMoved, (new Linking($links, $log))->moved($link, 'https://new.example', $response));
        $stored = $links->ofShop(1);
        same([$isMoved ? 'https://new.example' : linked()->baseUrl, linked()->widgetToken], [$stored->baseUrl, $stored->widgetToken]);
    }
});

finish();
