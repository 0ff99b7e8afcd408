<?php

/** What the tests of the module share: a database and a service that answer. */

namespace ServiceConnector\Testing;

require_once __DIR__ . '/../../testing/cases.php';
require_once __DIR__ . '/../serviceconnector/src/autoload.php';

use ServiceConnector\ChangeLog;
use ServiceConnector\Database;
use ServiceConnector\Http;
use ServiceConnector\Link;
use ServiceConnector\Links;
use ServiceConnector\Response;

/** The module's tables in SQLite, which understands all of its SQL but the definitions. */
final class TestDatabase implements Database
{
    /** @var bool False: another one holds the lock for too long. */
    public $hasLock = true;
    /** @var \PDO */
    private $pdo;

    public function __construct()
    {
        // PHP 8.5 deprecates the older name.
        $class = class_exists('Pdo\\Sqlite') ? 'Pdo\\Sqlite' : 'PDO';
        $create = $class === 'PDO' ? 'sqliteCreateFunction' : 'createFunction';
        $this->pdo = new $class('sqlite::memory:', null, null, [\PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION]);
        foreach (['GET_LOCK' => 2, 'RELEASE_LOCK' => 1] as $name => $arguments) {
            $this->pdo->$create($name, function () {
                return (int) $this->hasLock;
            }, $arguments);
        }
        $this->run('CREATE TABLE {prefix}serviceconnector_change (position INTEGER PRIMARY KEY, type TEXT, id_record INT,
            id_shop INT DEFAULT 0, deleted INT DEFAULT 0, UNIQUE (type, id_record))');
        $this->run("INSERT INTO {prefix}serviceconnector_change (position, type, id_record) VALUES (1000, '', 0)");
        $columns = implode(', ', array_diff(array_keys(Link::COLUMNS), ['id_shop', 'hinted']));
        $this->run("CREATE TABLE {prefix}serviceconnector_link (id_shop INTEGER PRIMARY KEY, hinted INTEGER, $columns)");
        $this->run('CREATE TABLE {prefix}serviceconnector_erasure (id_erasure INTEGER PRIMARY KEY AUTOINCREMENT, id_shop INT, email TEXT,
            service_id TEXT, tries INT, next_at INT, UNIQUE (id_shop, email))');
    }

    public function rows(string $sql): array
    {
        return $this->pdo->query($this->prefixed($sql))->fetchAll(\PDO::FETCH_ASSOC);
    }

    public function run(string $sql): void
    {
        $this->pdo->exec($this->prefixed($sql));
    }

    public function quote(string $value): string
    {
        return $this->pdo->quote($value);
    }

    private function prefixed(string $sql): string
    {
        return str_replace('{prefix}', 'ps_', $sql);
    }
}

/** Answers in turn and keeps what it was asked. After the last answer nothing responds. */
final class TestHttp implements Http
{
    /** @var array<int, array{method: string, url: string, headers: string[], body: string}> */
    public $calls = [];
    /** @var Response[] */
    private $answers;

    public function __construct(Response ...$answers)
    {
        $this->answers = $answers;
    }

    public function send(string $method, string $url, array $headers, string $body, int $milliseconds, int $maxBytes = 262144): Response
    {
        $this->calls[] = ['method' => $method, 'url' => $url, 'headers' => $headers, 'body' => $body];

        return array_shift($this->answers) ?? new Response(0, '', [], 'unreachable');
    }
}

function linked(): Link
{
    $link = new Link();
    $link->shop = 1;
    $link->state = Link::LINKED;
    $link->service = 'https://service.example';
    $link->baseUrl = 'https://shop.example/b';
    $link->connectionId = '01981c31-90b7-7a6e-a3f5-6c2d8b4e1f03';
    $link->widgetToken = 'sca_' . str_repeat('w', 43);
    $link->webhookSecret = 'secret';
    $link->hinted = '1000';

    return $link;
}

/** @return array{0: TestDatabase, 1: ChangeLog, 2: Links, 3: Link} A stored link, and its log. Its clock stands still. */
function linkedShop(int $maxRows = 100000, ?callable $clock = null): array
{
    $database = new TestDatabase();
    $links = new Links($database);
    $links->save(linked());

    return [$database, new ChangeLog($database, $maxRows, $clock ?? function () {
        return 0;
    }), $links, $links->ofShop(1)];
}

/** @return list<array{0: string, 1: int, 2: bool, 3: int}> Changed orders */
function orders(int ...$ids): array
{
    return array_map(function (int $id) {
        return ['orders', $id, false, 1];
    }, $ids);
}
