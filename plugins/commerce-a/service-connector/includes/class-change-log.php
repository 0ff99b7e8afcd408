<?php
/**
 * Which records have changed, and when.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * A table with one row for each record, at the position of its latest change: milliseconds since 1970. Rows with an empty type say where the
 * log begins to know all changes, and when the table was made.
 */
final class Change_Log {

	/** The oldest rows beyond it go. */
	const MAX_ROWS = 100000;

	const ROWS_PER_STATEMENT = 500;

	/** Records whose change only their date tells: with more, the lists of the shop are as cheap. */
	const MAX_FOUND = 10000;

	/** Ids of the rows with an empty type. */
	const BEGINNING = 0;
	const MADE      = 1;

	/** Name of the table on this site. */
	public static function table(): string {
		global $wpdb;
		return $wpdb->prefix . 'service_connector_changes';
	}

	/**
	 * Begins, if this version of the plugin has not logged all changes since the link was made: an update, or a pause, loses some.
	 *
	 * @param array $link The link, whose `log` is the version that began.
	 */
	public static function ensure( array $link ): void {
		if ( isset( $link['log'] ) && VERSION === $link['log'] ) {
			return;
		}
		self::create_table();
		self::begin();
		Link::change( array( 'log' => VERSION ) );
	}

	/** Of a link that is being made: the service has read nothing yet, so nothing older can be missing. */
	public static function start(): void {
		self::create_table();
		self::begin( 0 );
	}

	/**
	 * For times at which no shopper waits: also keeps the table bounded.
	 *
	 * @param array $link The link.
	 */
	public static function keep( array $link ): void {
		global $wpdb;
		self::ensure( $link );
		$table = self::table();
		// phpcs:ignore WordPress.DB
		$beyond = $wpdb->get_var( "SELECT position FROM $table WHERE record_type <> '' ORDER BY position DESC LIMIT " . self::MAX_ROWS . ', 1' );
		if ( null !== $beyond ) {
			self::begin( (int) $beyond );
			$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE position <= %d AND record_type <> ''", $beyond ) ); // phpcs:ignore WordPress.DB
		}
		// Where a backup was restored, later changes are missing.
		if ( self::made() !== self::position_of( self::MADE ) ) {
			self::begin();
		}
	}

	/** When the link goes. */
	public static function drop_table(): void {
		global $wpdb;
		$wpdb->query( 'DROP TABLE IF EXISTS ' . self::table() ); // phpcs:ignore WordPress.DB
	}

	/**
	 * Changes that cannot be written make earlier positions worthless.
	 *
	 * @param array[] $records Type and id of each.
	 */
	public static function write( array $records ): void {
		// In one order, so that no two requests wait for each other.
		sort( $records );
		$position = self::now();
		foreach ( array_chunk( $records, self::ROWS_PER_STATEMENT ) as $some ) {
			$rows = array();
			foreach ( $some as list( $type, $id ) ) {
				$rows[] = array( $type, $id, ++$position );
			}
			if ( ! self::put( $rows ) && ! self::put( $rows ) ) {
				self::begin();
			}
		}
	}

	/** From there on, every change is known. */
	public static function oldest(): int {
		$position = self::position_of( self::BEGINNING );
		return null === $position ? PHP_INT_MAX : $position;
	}

	/** The latest position. */
	public static function newest(): int {
		global $wpdb;
		return (int) $wpdb->get_var( 'SELECT MAX(position) FROM ' . self::table() ); // phpcs:ignore WordPress.DB
	}

	/**
	 * Adds what the dates of orders and products tell and no hook has told, such as an import by SQL.
	 *
	 * @param int $since A position.
	 * @return bool False: too many.
	 */
	public static function add_found( int $since ): bool {
		$found = array();
		foreach ( array( 'orders', 'products' ) as $type ) {
			$ids = Shop_Records::changed_by_date( $type, $since, self::table(), self::MAX_FOUND + 1 );
			if ( count( $ids ) > self::MAX_FOUND ) {
				return false;
			}
			foreach ( $ids as $id ) {
				$found[] = array( $type, $id );
			}
		}
		self::write( $found );
		return true;
	}

	/**
	 * @param int $position Of the last row that is known.
	 * @param int $limit    Of rows.
	 * @return array[] `record_type`, `record_id` and `position` of each, the oldest first.
	 */
	public static function after( int $position, int $limit ): array {
		global $wpdb;
		$sql = 'SELECT record_type, record_id, position FROM ' . self::table()
			. " WHERE position > %d AND record_type <> '' ORDER BY position, record_type, record_id LIMIT %d";
		return (array) $wpdb->get_results( $wpdb->prepare( $sql, $position, $limit ), ARRAY_A ); // phpcs:ignore WordPress.DB
	}

	/**
	 * What came before may be missing.
	 *
	 * @param int|null $position Null: now.
	 */
	private static function begin( ?int $position = null ): void {
		self::put(
			array(
				array( '', self::BEGINNING, null === $position ? self::now() : $position ),
				array( '', self::MADE, self::made() ),
			)
		);
	}

	/**
	 * @param array[] $rows Type, id and position of each.
	 */
	private static function put( array $rows ): bool {
		global $wpdb;
		$values = array();
		foreach ( $rows as list( $type, $id, $position ) ) {
			$values[] = $wpdb->prepare( '(%s, %d, %d)', $type, $id, $position );
		}
		$sql = 'INSERT INTO ' . self::table() . ' (record_type, record_id, position) VALUES ' . implode( ', ', $values )
			. ' ON DUPLICATE KEY UPDATE position = VALUES(position)';
		return false !== $wpdb->query( $sql ); // phpcs:ignore WordPress.DB -- each value was prepared.
	}

	/**
	 * @param int $id Of a row with an empty type.
	 */
	private static function position_of( int $id ): ?int {
		global $wpdb;
		$sql      = 'SELECT position FROM ' . self::table() . " WHERE record_type = '' AND record_id = %d";
		$position = $wpdb->get_var( $wpdb->prepare( $sql, $id ) ); // phpcs:ignore WordPress.DB
		return null === $position ? null : (int) $position;
	}

	/** When the database made the table: a restored backup makes it again. */
	private static function made(): int {
		global $wpdb;
		$sql = 'SELECT UNIX_TIMESTAMP(create_time) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = %s';
		return (int) $wpdb->get_var( $wpdb->prepare( $sql, self::table() ) ); // phpcs:ignore WordPress.DB
	}

	/** Milliseconds since 1970. */
	private static function now(): int {
		return (int) ( microtime( true ) * 1000 );
	}

	/** Makes or updates the table. */
	private static function create_table(): void {
		global $wpdb;
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		dbDelta(
			'CREATE TABLE ' . self::table() . " (
  record_type varchar(20) NOT NULL,
  record_id bigint(20) unsigned NOT NULL,
  position bigint(20) unsigned NOT NULL,
  PRIMARY KEY  (record_type,record_id),
  KEY position (position)
) {$wpdb->get_charset_collate()};"
		);
	}
}
