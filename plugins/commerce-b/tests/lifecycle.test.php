<?php

namespace ServiceConnector\Testing;

require __DIR__ . '/support.php';

use ServiceConnector\Hooks;
use ServiceConnector\Lifecycle;
use ServiceConnector\Link;
use ServiceConnector\Response;
use ServiceConnector\Service;

const NOW = 1800000;

/** @return array{0: mixed, 1: TestHttp, 2: Link} */
function lived(callable $live, Response ...$answers): array
{
    list(, , $links, $link) = linkedShop();
    $http = new TestHttp(...$answers);
    $result = $live(new Lifecycle(new Service($http), $links), $link);

    return [$result, $http, $links->ofShop(1)];
}

function disconnect(): callable
{
    return function (Lifecycle $lifecycle, Link $link) {
        $lifecycle->disconnect($link);
    };
}

test('a disabled module disconnects', function () {
    list(, $http, $link) = lived(disconnect(), new Response(200));
    same(['POST', 'https://service.example/api/widget/connection/disconnect'], [$http->calls[0]['method'], $http->calls[0]['url']]);
    same([1, 'disconnected'], [count($http->calls), $link->wanted]);
});

test('a service that is away is asked three times to disconnect', function () {
    list(, $http, $link) = lived(disconnect());
    same([3, 'disconnected'], [count($http->calls), $link->wanted]);
});

// The service's answer => what is still wanted
foreach ([[200, ''], [403, ''], [422, 'active'], [0, 'active'], [503, 'active']] as list($status, $wanted)) {
    test("an enabled module that gets $status " . ($wanted === '' ? 'is content' : 'tries again later'), function () use ($status, $wanted) {
        list(, $http, $link) = lived(function (Lifecycle $lifecycle, Link $link) {
            $lifecycle->reconnect($link);
        }, new Response($status));
        same([1, $wanted], [count($http->calls), $link->wanted]);
    });
}

function leave(int $now): callable
{
    return function (Lifecycle $lifecycle, Link $link) use ($now) {
        $lifecycle->leave($link, $now);
    };
}

$remove = function (Lifecycle $lifecycle, Link $link) {
    return $lifecycle->remove($link, NOW);
};
foreach ([204, 401, 404] as $status) {
    test("the link of a deleted shop goes when the service answers $status", function () use ($status) {
        list(, $http, $link) = lived(leave(NOW), new Response($status));
        same([1, 'DELETE', null], [count($http->calls), $http->calls[0]['method'], $link]);
    });
}

test('the link of a deleted shop waits for a service that is away, longer each time, and records nothing meanwhile', function () {
    list(, , $links, $link) = linkedShop();
    $http = new TestHttp(new Response(0), new Response(503), new Response(204));
    $lifecycle = new Lifecycle(new Service($http), $links);
    $link->loggedFrom = '1000';
    $seen = [];
    foreach ([0, 59, 60, 179, 180] as $after) {
        $lifecycle->leave($link, NOW + $after);
        $seen[] = [count($http->calls), count($links->leaving()), $link->isMade(), $link->isLogged()];
    }
    same([[1, 1, false, false], [1, 1, false, false], [2, 1, false, false], [2, 1, false, false], [3, 0, false, false]], $seen);
});

foreach ([[204, true], [401, true], [404, true], [409, false]] as list($status, $mayGo)) {
    test("an uninstallation that gets $status " . ($mayGo ? 'goes on' : 'stops'), function () use ($remove, $status, $mayGo) {
        list($result, $http) = lived($remove, new Response($status));
        same([$mayGo, 1], [$result, count($http->calls)]);
    });
}

test('an uninstallation without the service is tried three times, then stops, and goes on when it is repeated', function () use ($remove) {
    list($result, $http, $link) = lived($remove);
    same([false, 3, NOW], [$result, count($http->calls), $link->uninstallTriedAt]);
    list($again) = lived(function (Lifecycle $lifecycle) use ($link) {
        return [$lifecycle->remove($link, NOW + 60), $lifecycle->remove($link, NOW + 3600)];
    });
    same([true, false], $again);
});

test('a link that was never registered needs no service', function () {
    list($result, $http) = lived(function (Lifecycle $lifecycle, Link $link) {
        $link->connectionId = '';

        return $lifecycle->remove($link, NOW);
    });
    same([true, []], [$result, $http->calls]);
});

test('a shop that has lost a hook of the module is noticed', function () {
    $database = new TestDatabase();
    $database->run('CREATE TABLE {prefix}hook (id_hook INT, name TEXT)');
    $database->run('CREATE TABLE {prefix}hook_module (id_module INT, id_shop INT, id_hook INT)');
    $names = ['actionValidateOrder', 'actionProductUpdate'];
    $seen = [Hooks::areComplete($database, 5, 1, $names)];
    foreach ([[1, 'actionValidateOrder'], [2, 'ActionProductUpdate']] as list($id, $name)) {
        $database->run("INSERT INTO {prefix}hook VALUES ($id, '$name')");
        $database->run("INSERT INTO {prefix}hook_module VALUES (5, 1, $id)");
        $seen[] = Hooks::areComplete($database, 5, 1, $names);
    }
    same([false, false, true, false], array_merge($seen, [Hooks::areComplete($database, 5, 2, $names)]));
});

finish();
