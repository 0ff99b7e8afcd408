<?php

namespace ServiceConnector;

/**
 * One row per record that has changed, at the position of its latest change: the clock's milliseconds, or the next
 * free number where changes come faster. So an instant is a position, too. The row with an empty type stands where the
 * log begins to know all changes.
 */
final class ChangeLog
{
    public const TABLE = '{prefix}serviceconnector_change';
    private const LOCK_SECONDS = 2;
    /** The log's size is looked at once in so many positions. */
    private const TRIM_EVERY = 100000;
    private const ROWS_PER_STATEMENT = 500;

    /** @var Database */
    private $database;
    /** @var int */
    private $maxRows;
    /** @var callable Milliseconds since 1970 */
    private $clock;

    public function __construct(Database $database, int $maxRows = 100000, ?callable $clock = null)
    {
        $this->database = $database;
        $this->maxRows = $maxRows;
        $this->clock = $clock ?? function () {
            return (int) (microtime(true) * 1000);
        };
    }

    public static function install(Database $database): void
    {
        $database->run('CREATE TABLE IF NOT EXISTS ' . self::TABLE . ' (
            position BIGINT UNSIGNED NOT NULL PRIMARY KEY,
            type VARCHAR(10) NOT NULL,
            id_record INT UNSIGNED NOT NULL,
            id_shop INT UNSIGNED NOT NULL DEFAULT 0,
            deleted TINYINT UNSIGNED NOT NULL DEFAULT 0,
            UNIQUE KEY record (type, id_record)
        ) ENGINE=' . (defined('_MYSQL_ENGINE_') ? _MYSQL_ENGINE_ : 'InnoDB') . ' DEFAULT CHARSET=utf8');
        $database->run('INSERT IGNORE INTO ' . self::TABLE . " (position, type, id_record) VALUES (UNIX_TIMESTAMP() * 1000, '', 0)");
    }

    /**
     * Writers take turns, so that no reader passes a position that another writer has not yet filled. One that has
     * waited for too long goes on at a distance from the positions that the other one may be filling.
     *
     * @param list<array{0: string, 1: int, 2: bool, 3: int, 4?: true}> $records As ChangedRecords::take returns them
     */
    public function write(array $records): void
    {
        if ($records === []) {
            return;
        }
        $lock = $this->database->quote('serviceconnector ' . md5(self::lockSubject()));
        $hasTurn = $this->hasTurn($lock);
        $distance = $hasTurn ? 0 : random_int(1, 60) * self::ROWS_PER_STATEMENT;
        try {
            foreach (array_chunk($this->withEarlierDeletions($records), self::ROWS_PER_STATEMENT) as $some) {
                $newest = (int) $this->range()['newest'];
                $first = max($newest + 1, ($this->clock)()) + $distance;
                $this->database->run('REPLACE INTO ' . self::TABLE . ' (position, type, id_record, id_shop, deleted) VALUES '
                    . implode(', ', array_map([$this, 'values'], $some, range($first, $first + count($some) - 1))));
                $this->trim($newest, $first + count($some) - 1);
            }
        } finally {
            if ($hasTurn) {
                $this->database->rows("SELECT RELEASE_LOCK($lock) AS released");
            }
        }
    }

    /** Clusters of databases may refuse such locks. */
    private function hasTurn(string $lock): bool
    {
        try {
            return (int) $this->database->rows("SELECT GET_LOCK($lock, " . self::LOCK_SECONDS . ') AS taken')[0]['taken'] === 1;
        } catch (\Exception $refusal) {
            return false;
        }
    }

    /** Earlier changes may be missing: no hook was called while the module was disabled. */
    public function beginAgain(): void
    {
        $this->database->run('UPDATE ' . self::TABLE . " SET position = {$this->now()} WHERE type = ''");
    }

    /** The position of a change that is written now. */
    public function now(): string
    {
        return (string) max((int) $this->range()['newest'] + 1, ($this->clock)());
    }

    /** @return array{newest: string, oldest: string} From the oldest on, every change is known. */
    public function range(): array
    {
        $row = $this->database->rows('SELECT MAX(position) AS newest, (SELECT position FROM ' . self::TABLE
            . " WHERE type = '' AND id_record = 0) AS oldest FROM " . self::TABLE)[0];

        return ['newest' => (string) $row['newest'], 'oldest' => (string) ($row['oldest'] ?? PHP_INT_MAX)];
    }

    /** @return array<int, array<string, mixed>> Rows of a shop after a position, the oldest first. */
    public function after(string $position, int $shop, int $limit): array
    {
        return $this->database->rows('SELECT position, type, id_record, deleted FROM ' . self::TABLE . ' WHERE position > '
            . self::digits($position) . " AND type <> '' AND id_shop IN (0, $shop) ORDER BY position LIMIT $limit");
    }

    public function countAfter(string $position, int $shop): int
    {
        $rows = $this->database->rows('SELECT COUNT(*) AS waiting FROM ' . self::TABLE . ' WHERE position > ' . self::digits($position)
            . " AND type <> '' AND id_shop IN (0, $shop)");

        return (int) $rows[0]['waiting'];
    }

    /** Ids by what happened and type, as messages and lists show them. */
    public static function grouped(array $rows): array
    {
        $empty = array_fill_keys(ChangedRecords::TYPES, []);
        $groups = ['changed' => $empty, 'deleted' => $empty];
        foreach ($rows as $row) {
            $groups[(int) $row['deleted'] === 1 ? 'deleted' : 'changed'][$row['type']][] = (string) $row['id_record'];
        }

        return $groups;
    }

    /** A position for SQL: digits and nothing else. */
    public static function digits(string $position): string
    {
        return preg_match('/^\d{1,18}$/', $position) ? $position : '0';
    }

    /** Parts of a deleted record may change after it: the record stays deleted, until another one has its id. */
    private function withEarlierDeletions(array $records): array
    {
        $ids = [];
        foreach ($records as list($type, $id)) {
            $ids[$type][] = (int) $id;
        }
        $conditions = [];
        foreach ($ids as $type => $some) {
            $conditions[] = '(type = ' . $this->database->quote($type) . ' AND id_record IN (' . implode(', ', $some) . '))';
        }
        $gone = [];
        foreach ($this->database->rows('SELECT type, id_record FROM ' . self::TABLE . ' WHERE deleted = 1 AND (' . implode(' OR ', $conditions) . ')') as $row) {
            $gone["{$row['type']} {$row['id_record']}"] = true;
        }

        return array_map(function (array $record) use ($gone) {
            $record[2] = $record[2] || (empty($record[4]) && isset($gone["{$record[0]} {$record[1]}"]));

            return $record;
        }, $records);
    }

    private function values(array $record, int $position): string
    {
        return sprintf('(%d, %s, %d, %d, %d)', $position, $this->database->quote($record[0]), $record[1], $record[3], $record[2] ? 1 : 0);
    }

    /** Drops the oldest rows beyond the bound and moves the first row to the newest of them. */
    private function trim(int $newestBefore, int $newest): void
    {
        if (intdiv($newest, self::TRIM_EVERY) === intdiv($newestBefore, self::TRIM_EVERY)) {
            return;
        }
        $beyond = $this->database->rows('SELECT position FROM ' . self::TABLE . " WHERE type <> '' ORDER BY position DESC LIMIT {$this->maxRows}, 1");
        if ($beyond !== []) {
            $cut = self::digits((string) $beyond[0]['position']);
            $this->database->run('DELETE FROM ' . self::TABLE . " WHERE position <= $cut AND type <> ''");
            $this->database->run('UPDATE ' . self::TABLE . " SET position = $cut WHERE type = '' AND position < $cut");
        }
    }

    /** Locks are the server's: one name per shop. */
    private static function lockSubject(): string
    {
        return (defined('_DB_NAME_') ? _DB_NAME_ : '') . '.' . (defined('_DB_PREFIX_') ? _DB_PREFIX_ : '');
    }
}
