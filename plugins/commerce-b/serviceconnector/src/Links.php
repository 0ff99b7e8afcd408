<?php

namespace ServiceConnector;

/** The links of all shops of this installation. */
final class Links
{
    private const TABLE = '{prefix}serviceconnector_link';

    /** @var Database */
    private $database;

    public function __construct(Database $database)
    {
        $this->database = $database;
    }

    public static function install(Database $database): void
    {
        $database->run('CREATE TABLE IF NOT EXISTS ' . self::TABLE . " (
            id_shop INT UNSIGNED NOT NULL PRIMARY KEY,
            state VARCHAR(10) NOT NULL,
            service VARCHAR(255) NOT NULL,
            base_url VARCHAR(2048) NOT NULL,
            connection_id VARCHAR(36) NOT NULL,
            widget_token VARCHAR(128) NOT NULL,
            connection_token VARCHAR(128) NOT NULL,
            token_expires_at VARCHAR(40) NOT NULL,
            webhook_secret VARCHAR(64) NOT NULL,
            id_webservice_account INT UNSIGNED NOT NULL,
            wanted VARCHAR(20) NOT NULL,
            logged_from BIGINT UNSIGNED NOT NULL,
            hinted BIGINT UNSIGNED NOT NULL,
            retry_at INT UNSIGNED NOT NULL,
            failures INT UNSIGNED NOT NULL,
            problem VARCHAR(20) NOT NULL,
            uninstall_tried_at INT UNSIGNED NOT NULL
        ) ENGINE=" . (defined('_MYSQL_ENGINE_') ? _MYSQL_ENGINE_ : 'InnoDB') . ' DEFAULT CHARSET=utf8');
    }

    /** @return Link[] By shop */
    public function all(): array
    {
        $links = [];
        foreach ($this->database->rows('SELECT * FROM ' . self::TABLE . ' ORDER BY id_shop') as $row) {
            $links[(int) $row['id_shop']] = Link::fromRow($row);
        }

        return $links;
    }

    /** @return Link[] Of shops that were deleted */
    public function leaving(): array
    {
        return array_filter($this->all(), function (Link $link) {
            return $link->state === Link::LEAVING;
        });
    }

    public function ofShop(int $shop): ?Link
    {
        $rows = $this->database->rows('SELECT * FROM ' . self::TABLE . " WHERE id_shop = $shop");

        return $rows === [] ? null : Link::fromRow($rows[0]);
    }

    public function save(Link $link): void
    {
        $values = [];
        foreach (Link::COLUMNS as $member) {
            $values[] = $this->database->quote((string) $link->$member);
        }
        $this->database->run('REPLACE INTO ' . self::TABLE . ' (' . implode(', ', array_keys(Link::COLUMNS)) . ') VALUES ('
            . implode(', ', $values) . ')');
    }

    /** How hints fare. Only these columns: the page may store the others at the same time. */
    public function saveHints(Link $link): void
    {
        $hinted = ChangeLog::digits($link->hinted);
        $this->database->run('UPDATE ' . self::TABLE . " SET hinted = CASE WHEN hinted < $hinted THEN $hinted ELSE hinted END,"
            . " retry_at = {$link->retryAt}, failures = {$link->failures}, problem = " . $this->database->quote($link->problem)
            . " WHERE id_shop = {$link->shop} AND connection_id = " . $this->database->quote($link->connectionId));
    }

    public function remove(Link $link): void
    {
        $this->database->run('DELETE FROM ' . self::TABLE . " WHERE id_shop = {$link->shop}");
    }
}
