<?php
/**
 * Messages of the plugin's own that the service has not taken yet.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * A table with one row for each record, bounded. What it drops comes with the next complete sync.
 */
final class Outbox {

	const MAX_ROWS = 10000;

	/** Messages of one turn. */
	const MAX_MESSAGES = 20;

	/** Name of the table on this site. */
	public static function table(): string {
		global $wpdb;
		return $wpdb->prefix . 'service_connector_outbox';
	}

	/** Makes or updates the table. */
	public static function create_table(): void {
		global $wpdb;
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		dbDelta(
			'CREATE TABLE ' . self::table() . " (
  record_type varchar(20) NOT NULL,
  record_id bigint(20) unsigned NOT NULL,
  kind varchar(10) NOT NULL,
  noted bigint(20) unsigned NOT NULL,
  PRIMARY KEY  (record_type,record_id),
  KEY noted (noted)
) {$wpdb->get_charset_collate()};"
		);
	}

	/** For uninstalling. */
	public static function drop_table(): void {
		global $wpdb;
		$wpdb->query( 'DROP TABLE IF EXISTS ' . self::table() ); // phpcs:ignore WordPress.DB
	}

	/**
	 * @param array[] $rows Of Changes.
	 */
	public static function add( array $rows ): void {
		global $wpdb;
		$now = sprintf( '%.0f', microtime( true ) * 1000000 );
		foreach ( array_chunk( $rows, 200 ) as $some ) {
			$values = array();
			foreach ( $some as $row ) {
				$values[] = $wpdb->prepare( '(%s, %d, %s, %s)', $row['record_type'], $row['record_id'], $row['kind'], $now );
			}
			$table = self::table();
			$sql   = "INSERT INTO $table (record_type, record_id, kind, noted) VALUES " . implode( ', ', $values )
				. " ON DUPLICATE KEY UPDATE kind = IF(kind = 'deleted', kind, VALUES(kind)), noted = VALUES(noted)";
			$wpdb->query( $sql ); // phpcs:ignore WordPress.DB -- each value was prepared.
		}
		self::keep_bounded();
	}

	/** How many records wait. */
	public static function count(): int {
		global $wpdb;
		return (int) $wpdb->get_var( 'SELECT COUNT(*) FROM ' . self::table() ); // phpcs:ignore WordPress.DB
	}

	/** Forgets all. */
	public static function clear(): void {
		global $wpdb;
		$wpdb->query( 'DELETE FROM ' . self::table() ); // phpcs:ignore WordPress.DB
	}

	/**
	 * Sends what waits, oldest first, until it is empty or the service does not take it.
	 *
	 * @param array $link    The link.
	 * @param int   $timeout Seconds for each message.
	 */
	public static function send( array $link, int $timeout ): void {
		for ( $sent = 0; $sent < self::MAX_MESSAGES; $sent++ ) {
			if ( time() < (int) Link::state( 'away_until', 0 ) ) {
				return;
			}
			$rows = self::oldest();
			if ( array() === $rows ) {
				return;
			}
			$response = self::post( $link, $rows, $timeout );
			$failures = (int) Link::state( 'failures', 0 );
			$verdict  = Delivery::verdict( $response['status'], $response['retry_after'], $failures );
			if ( 0 < $verdict['wait'] ) {
				Link::change_state(
					array(
						'away_until' => time() + $verdict['wait'],
						'failures'   => $failures + 1,
						'refused'    => 'refused' === $verdict['outcome'] ? true : null,
					)
				);
				return;
			}
			self::forget( $rows );
			Link::change_state(
				array(
					'away_until' => null,
					'failures'   => null,
					'refused'    => null,
					'dropped'    => 'dropped' === $verdict['outcome'] ? $response['status'] : null,
				)
			);
		}
	}

	/**
	 * @param array   $link    The link.
	 * @param array[] $rows    At most Changes::MAX_IDS.
	 * @param int     $timeout Seconds.
	 */
	private static function post( array $link, array $rows, int $timeout ): array {
		$body    = Changes::body( $rows );
		$headers = array(
			'Content-Type'        => 'application/json',
			'X-Webhook-Topic'     => 'records.changed',
			'X-Webhook-Id'        => Changes::message_id( $link['connection_id'], $rows ),
			'X-Webhook-Signature' => Changes::signature( $body, $link['webhook_secret'] ),
			'X-WC-Webhook-Source' => Link::shop_address() . '/',
		);
		return Service::send( Webhooks::address( $link ), 'POST', $headers, $body, $timeout );
	}

	/**
	 * @return array[]
	 */
	private static function oldest(): array {
		global $wpdb;
		$table = self::table();
		// phpcs:ignore WordPress.DB
		return (array) $wpdb->get_results( "SELECT * FROM $table ORDER BY noted, record_type, record_id LIMIT " . Changes::MAX_IDS, ARRAY_A );
	}

	/**
	 * A row that changed meanwhile stays.
	 *
	 * @param array[] $rows That were taken.
	 */
	private static function forget( array $rows ): void {
		global $wpdb;
		$table = self::table();
		foreach ( array_chunk( $rows, 100 ) as $some ) {
			$conditions = array();
			foreach ( $some as $row ) {
				$conditions[] = $wpdb->prepare( '(record_type = %s AND record_id = %d AND noted = %s)', $row['record_type'], $row['record_id'], $row['noted'] );
			}
			$wpdb->query( "DELETE FROM $table WHERE " . implode( ' OR ', $conditions ) ); // phpcs:ignore WordPress.DB -- each was prepared.
		}
	}

	/** Drops the oldest, and remembers that a complete look is due. */
	private static function keep_bounded(): void {
		global $wpdb;
		$surplus = self::count() - self::MAX_ROWS;
		if ( 0 < $surplus ) {
			$table = self::table();
			$wpdb->query( $wpdb->prepare( "DELETE FROM $table ORDER BY noted LIMIT %d", $surplus ) ); // phpcs:ignore WordPress.DB
			Link::change_state( array( 'delta_due' => true ) );
		}
	}
}
