<?php
/**
 * The shop's tables in SQLite, which understands the plugin's SQL but for a few words.
 *
 * @package ServiceConnector
 */

namespace {
	define( 'ABSPATH', __DIR__ . '/wordpress/' );
	define( 'ARRAY_A', 'ARRAY_A' );

	final class Test_Database {
		/** @var string */
		public $prefix = 'wp_';
		/** @var string */
		public $posts = 'wp_posts';
		/** @var string */
		public $usermeta = 'wp_usermeta';

		/** When the log's table was made. @var int */
		public $made = 1000;

		/** Statements that fail. @var int */
		public $failures = 0;

		/** @var \PDO */
		private $pdo;

		public function __construct() {
			$this->pdo = new \PDO( 'sqlite::memory:', null, null, array( \PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION ) );
			$this->pdo->exec( 'CREATE TABLE wp_posts (ID INTEGER PRIMARY KEY, post_type TEXT, post_status TEXT, post_modified_gmt TEXT)' );
			$this->pdo->exec( 'CREATE TABLE wp_wc_orders (id INTEGER PRIMARY KEY, type TEXT, status TEXT, date_updated_gmt TEXT)' );
			$this->pdo->exec( 'CREATE TABLE wp_usermeta (user_id INT, meta_key TEXT, meta_value TEXT)' );
		}

		/** As dbDelta: the columns in the words of SQLite. */
		public function define( string $definition ): void {
			$this->pdo->exec( strtr( preg_replace( '/,\s*KEY [^\n]*/', '', $definition ), array( 'CREATE TABLE' => 'CREATE TABLE IF NOT EXISTS', 'bigint(20) unsigned' => 'INTEGER' ) ) );
		}

		public function prepare( string $sql, ...$values ): string {
			return preg_replace_callback(
				'/%[sd]/',
				function ( array $found ) use ( &$values ) {
					$value = array_shift( $values );
					return '%d' === $found[0] ? (string) (int) $value : $this->pdo->quote( (string) $value );
				},
				$sql
			);
		}

		/** @return int|false */
		public function query( string $sql ) {
			if ( 0 < $this->failures ) {
				--$this->failures;
				return false;
			}
			return $this->pdo->exec( str_replace( 'ON DUPLICATE KEY UPDATE position = VALUES(position)', 'ON CONFLICT (record_type, record_id) DO UPDATE SET position = excluded.position', $sql ) );
		}

		public function get_results( string $sql ): array {
			return $this->pdo->query( $sql )->fetchAll( \PDO::FETCH_ASSOC );
		}

		public function get_col( string $sql ): array {
			return $this->pdo->query( $sql )->fetchAll( \PDO::FETCH_COLUMN );
		}

		/** @return string|int|null */
		public function get_var( string $sql ) {
			if ( false !== strpos( $sql, 'information_schema' ) ) {
				return $this->made;
			}
			$row = $this->pdo->query( $sql )->fetch( \PDO::FETCH_NUM );
			return false === $row ? null : $row[0];
		}

		public function get_blog_prefix(): string {
			return $this->prefix;
		}

		public function get_charset_collate(): string {
			return '';
		}
	}
}
