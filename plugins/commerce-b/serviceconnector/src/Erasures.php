<?php

namespace ServiceConnector;

/** Persons whom the service has still to erase. An address stays here until the service says that it is done. */
final class Erasures
{
    private const TABLE = '{prefix}serviceconnector_erasure';
    private const MAX_ROWS = 1000;
    private const PER_TURN = 5;
    private const LONGEST_PAUSE_SECONDS = 3600;

    /** @var Database */
    private $database;
    /** @var Service */
    private $service;

    public function __construct(Database $database, Service $service)
    {
        $this->database = $database;
        $this->service = $service;
    }

    public static function install(Database $database): void
    {
        $database->run('CREATE TABLE IF NOT EXISTS ' . self::TABLE . ' (
            id_erasure INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
            id_shop INT UNSIGNED NOT NULL,
            email VARCHAR(255) NOT NULL,
            service_id VARCHAR(36) NOT NULL,
            tries INT UNSIGNED NOT NULL,
            next_at INT UNSIGNED NOT NULL,
            UNIQUE KEY person (id_shop, email)
        ) ENGINE=' . (defined('_MYSQL_ENGINE_') ? _MYSQL_ENGINE_ : 'InnoDB') . ' DEFAULT CHARSET=utf8');
    }

    /** @return bool False: too many wait already. */
    public function request(Link $link, string $email): bool
    {
        if ($this->count($link->shop) >= self::MAX_ROWS) {
            return false;
        }
        $this->database->run('REPLACE INTO ' . self::TABLE . ' (id_shop, email, service_id, tries, next_at) VALUES ('
            . "{$link->shop}, " . $this->database->quote($email) . ", '', 0, 0)");

        return true;
    }

    /** How many persons of a shop wait. */
    public function count(int $shop): int
    {
        return (int) $this->database->rows('SELECT COUNT(*) AS waiting FROM ' . self::TABLE . " WHERE id_shop = $shop")[0]['waiting'];
    }

    /** Asks the service for what is due, and whether it is done. */
    public function work(Link $link, int $now): void
    {
        $due = $this->database->rows('SELECT * FROM ' . self::TABLE . " WHERE id_shop = {$link->shop} AND next_at <= $now"
            . ' ORDER BY next_at, id_erasure LIMIT ' . self::PER_TURN);
        foreach ($due as $row) {
            $response = $row['service_id'] === ''
                ? $this->service->erase($link, (string) $row['email'])
                : $this->service->erasure($link, (string) $row['service_id']);
            $this->take($row, $response, $now);
            if ($response->status === 0) {
                return;
            }
        }
    }

    public function forget(int $shop): void
    {
        $this->database->run('DELETE FROM ' . self::TABLE . " WHERE id_shop = $shop");
    }

    private function take(array $row, Response $response, int $now): void
    {
        $which = ' WHERE id_erasure = ' . (int) $row['id_erasure'];
        if ($response->isSuccess() && $response->text('status') === 'done') {
            $this->database->run('DELETE FROM ' . self::TABLE . $which);

            return;
        }
        $id = (string) $row['service_id'];
        if ($response->isSuccess()) {
            $id = preg_match('/^[0-9a-f-]{36}$/', $response->text('id')) ? $response->text('id') : $id;
        } elseif ($response->status === 404) {
            // The service no longer knows this erasure: it is asked for anew.
            $id = '';
        }
        $tries = (int) $row['tries'] + 1;
        $pause = max($response->retryAfter(), min(self::LONGEST_PAUSE_SECONDS, 30 * 2 ** min(7, $tries - 1)));
        $this->database->run('UPDATE ' . self::TABLE . ' SET service_id = ' . $this->database->quote($id)
            . ", tries = $tries, next_at = " . ($now + (int) $pause) . $which);
    }
}
