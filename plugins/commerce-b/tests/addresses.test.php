<?php

namespace ServiceConnector\Testing;

require __DIR__ . '/support.php';

use ServiceConnector\Response;
use ServiceConnector\ServiceAddress;
use ServiceConnector\ShopCheck;

// What an owner types => the address of the service
$typed = [
    'https://service.example' => 'https://service.example',
    ' service.example/ ' => 'https://service.example',
    'https://service.example:8443/sync/' => 'https://service.example:8443/sync',
    'http://127.0.0.1:8080' => 'http://127.0.0.1:8080',
    'http://localhost' => 'http://localhost',
    'http://service.example' => '',
    'http://127.0.0.1.example' => '',
    'ftp://service.example' => '',
    'https://user:word@service.example' => '',
    'https://service.example/?q' => '',
    'https://service.example/#part' => '',
    'https://' => '',
    '' => '',
];
foreach ($typed as $text => $address) {
    test("\"$text\" is " . ($address === '' ? 'no address of a service' : $address), function () use ($text, $address) {
        same($address, ServiceAddress::of($text));
    });
}
test('an address of more than 255 characters is none', function () {
    same('', ServiceAddress::of('https://service.example/' . str_repeat('a', 240)));
});

// Address now => whether it is the shop that was linked as https://shop.example/b
$homes = [
    'https://shop.example/b' => true,
    'http://Shop.Example/b/' => true,
    'https://staging.shop.example/b' => false,
    'https://shop.example' => false,
    'https://shop.example/b2' => false,
    'https://shop.example:8443/b' => false,
];
foreach ($homes as $address => $isHome) {
    test("$address is " . ($isHome ? 'the linked shop' : 'a copy, or the shop has moved'), function () use ($address, $isHome) {
        same($isHome, linked()->isHome($address));
    });
}

foreach (['127.0.0.1', '10.1.2.3', '192.168.0.4', '[::1]', 'localhost', 'shop', 'shop.local', 'shop.test'] as $host) {
    test("$host is not public", function () use ($host) {
        same(true, ShopCheck::isPrivate("https://$host"));
    });
}
foreach (['93.184.216.34', 'shop.example', 'shop.testing.example'] as $host) {
    test("$host is public", function () use ($host) {
        same(false, ShopCheck::isPrivate("https://$host/b"));
    });
}

// What the shop answers to its own module => the reason that the owner reads
$answers = [
    'a list of shops is right' => [new Response(200, '{"shops":[{"id":1}]}'), 'https://shop.example', '', ''],
    'a list without https is not secure' => [new Response(200, '{"shops":[{"id":1}]}'), 'http://shop.example', 'http', ''],
    'an empty list is no shop' => [new Response(200, '[]'), 'https://shop.example', 'not_this_platform', ''],
    'a page for visitors is no webservice' => [new Response(200, '<html>'), 'https://shop.example', 'not_this_platform', ''],
    'a redirect names where to' => [new Response(301, '', ['location' => 'https://www.shop.example/api/shops']), 'https://shop.example', 'redirected', 'https://www.shop.example'],
    'a redirect within the shop names no place' => [new Response(302, '', ['location' => '/login']), 'https://shop.example', 'redirected', ''],
    'a refused key' => [new Response(401), 'https://shop.example', 'refused', ''],
    'no rules of the web server' => [new Response(404), 'https://shop.example', 'not_found', ''],
    'a webservice that is off' => [new Response(503), 'https://shop.example', 'webservice_off', ''],
    'an error of the shop' => [new Response(500), 'https://shop.example', 'unreachable', ''],
    'a broken certificate' => [new Response(0, '', [], 'tls'), 'https://shop.example', 'tls', ''],
    'a shop that hangs' => [new Response(0, '', [], 'slow'), 'https://shop.example', 'slow', ''],
];
foreach ($answers as $what => list($response, $address, $reason, $detail)) {
    test("$what: " . ($reason ?: 'nothing to say'), function () use ($response, $address, $reason, $detail) {
        $http = new TestHttp($response);
        same(['reason' => $reason, 'detail' => $detail], (new ShopCheck($http))->look($address, 'KEY'));
        same('Authorization: Basic ' . base64_encode('KEY:'), $http->calls[0]['headers'][0]);
    });
}
test('a private address needs no look', function () {
    $http = new TestHttp();
    same('private', (new ShopCheck($http))->look('https://shop.local', 'KEY')['reason']);
    same([], $http->calls);
});

finish();
