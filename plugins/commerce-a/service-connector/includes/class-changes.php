<?php
/**
 * Changes of one request: no WordPress in here.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * Ids of changed and deleted records. Each id counts once, however often it changed.
 */
final class Changes {

	/** Limit of one message. */
	const MAX_IDS = 500;

	/**
	 * `changed` or `deleted`, by id, by type.
	 *
	 * @var array
	 */
	private $kinds = array();

	/**
	 * True, by id, by type: for the log, also what WooCommerce's webhooks tell of.
	 *
	 * @var array
	 */
	private $logged = array();

	/**
	 * For the log alone.
	 *
	 * @param string     $type `customers`, `orders` or `products`.
	 * @param int|string $id   Of a record. What is no positive number is ignored.
	 */
	public function logged( string $type, $id ): void {
		$id = is_numeric( $id ) ? (int) $id : 0;
		if ( 0 < $id ) {
			$this->logged[ $type ][ $id ] = true;
		}
	}

	/**
	 * What is to be logged, which this forgets.
	 *
	 * @return array[] Type and id of each.
	 */
	public function take_logged(): array {
		$records = array();
		foreach ( $this->logged as $type => $ids ) {
			foreach ( array_keys( $ids ) as $id ) {
				$records[] = array( $type, $id );
			}
		}
		$this->logged = array();
		return $records;
	}

	/** How many records are to be logged. */
	public function count_logged(): int {
		return array_sum( array_map( 'count', $this->logged ) );
	}

	/**
	 * @param string     $type `customers`, `orders` or `products`.
	 * @param int|string $id   Of a record. What is no positive number is ignored.
	 */
	public function changed( string $type, $id ): void {
		$this->note( $type, $id, 'changed' );
	}

	/**
	 * @param string     $type As above.
	 * @param int|string $id   Of a record that is permanently gone.
	 */
	public function deleted( string $type, $id ): void {
		$this->note( $type, $id, 'deleted' );
	}

	/**
	 * @return array[] `record_type`, `record_id` and `kind` of each.
	 */
	public function rows(): array {
		$rows = array();
		foreach ( $this->kinds as $type => $kinds ) {
			foreach ( $kinds as $id => $kind ) {
				$rows[] = array(
					'record_type' => $type,
					'record_id'   => (string) $id,
					'kind'        => $kind,
				);
			}
		}
		return $rows;
	}

	/**
	 * The body of a message.
	 *
	 * @param array[] $rows At most MAX_IDS.
	 */
	public static function body( array $rows ): string {
		$body = array();
		foreach ( $rows as $row ) {
			$body[ $row['kind'] ][ $row['record_type'] ][] = (string) $row['record_id'];
		}
		// phpcs:ignore WordPress.WP.AlternativeFunctions.json_encode_json_encode -- WordPress is not loaded in the tests of this class.
		return (string) json_encode( $body );
	}

	/**
	 * A UUID that is the same for each retry: of the same records, noted at the same time.
	 *
	 * @param string  $connection_id Of the link.
	 * @param array[] $rows          With `noted`.
	 */
	public static function message_id( string $connection_id, array $rows ): string {
		$noted = array_map(
			static function ( array $row ) {
				return implode( ' ', array( $row['kind'], $row['record_type'], $row['record_id'], $row['noted'] ) );
			},
			$rows
		);
		sort( $noted );
		$hex     = substr( hash( 'sha256', $connection_id . "\n" . implode( "\n", $noted ) ), 0, 32 );
		$hex[12] = '8';
		$hex[16] = 'a';
		return implode( '-', array( substr( $hex, 0, 8 ), substr( $hex, 8, 4 ), substr( $hex, 12, 4 ), substr( $hex, 16, 4 ), substr( $hex, 20 ) ) );
	}

	/**
	 * @param string $body   Exactly as sent.
	 * @param string $secret Of the webhooks.
	 */
	public static function signature( string $body, string $secret ): string {
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode
		return base64_encode( hash_hmac( 'sha256', $body, $secret, true ) );
	}

	/**
	 * @param string     $type As above.
	 * @param int|string $id   As above.
	 * @param string     $kind `deleted` stays: no platform gives an id twice.
	 */
	private function note( string $type, $id, string $kind ): void {
		$this->logged( $type, $id );
		$id = is_numeric( $id ) ? (int) $id : 0;
		if ( 0 < $id && ! isset( $this->kinds[ $type ][ $id ] ) || 'deleted' === $kind && 0 < $id ) {
			$this->kinds[ $type ][ $id ] = $kind;
		}
	}
}
