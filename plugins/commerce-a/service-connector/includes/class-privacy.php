<?php
/**
 * WordPress's tools for personal data.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * An export and an erasure of a person reach the service's copy, too.
 */
final class Privacy {

	/** Option: e-mail addresses whose erasure the service has not confirmed, with its id once the service has given one. */
	const PENDING = 'service_connector_erasures';

	/** Of erasures that wait for the service. */
	const MAX_PENDING = 1000;

	/** Of looks at an erasure before it goes on in the background. WordPress asks again after each. */
	const MAX_LOOKS = 10;

	/** Of records on one page of an export. */
	const PAGE = 100;

	/**
	 * @param array $exporters By id.
	 */
	public static function add_exporter( $exporters ): array {
		Plugin::load_texts();
		$exporters                      = (array) $exporters;
		$exporters['service-connector'] = array(
			'exporter_friendly_name' => __( 'Connected service', 'service-connector' ),
			'callback'               => array( self::class, 'export' ),
		);
		return $exporters;
	}

	/**
	 * @param array $erasers By id.
	 */
	public static function add_eraser( $erasers ): array {
		Plugin::load_texts();
		$erasers                      = (array) $erasers;
		$erasers['service-connector'] = array(
			'eraser_friendly_name' => __( 'Connected service', 'service-connector' ),
			'callback'             => array( self::class, 'erase' ),
		);
		return $erasers;
	}

	/**
	 * @param string $email Of the person.
	 * @param int    $page  From 1. WordPress keeps nothing between pages, so each asks the service again.
	 */
	public static function export( $email, $page = 1 ): array {
		Plugin::load_texts();
		$link = Link::usable();
		if ( null === $link ) {
			return array(
				'data' => array(),
				'done' => true,
			);
		}
		$response = Service::call( $link, 'POST', '/api/privacy/exports', array( 'email' => (string) $email ) );
		if ( 200 !== $response['status'] ) {
			// WordPress shows the failure, and the owner can try again: an export without the copy would look complete.
			return array(
				'data' => array( self::item( 'unavailable', array( array( __( 'Connected service', 'service-connector' ), __( 'The connected service did not respond. Please make this export again later: it is not complete.', 'service-connector' ) ) ) ) ),
				'done' => true,
			);
		}
		$rows  = Personal_Data::rows( $response['text'] );
		$shown = array_slice( $rows, self::PAGE * ( max( 1, (int) $page ) - 1 ), self::PAGE );
		$items = array();
		foreach ( $shown as $index => $row ) {
			$items[] = self::item( $row['type'] . '-' . $page . '-' . $index, $row['values'] );
		}
		return array(
			'data' => $items,
			'done' => count( $rows ) <= self::PAGE * max( 1, (int) $page ),
		);
	}

	/**
	 * @param string $email Of the person.
	 * @param int    $page  How often WordPress has asked, from 1.
	 */
	public static function erase( $email, $page = 1 ): array {
		Plugin::load_texts();
		$email = (string) $email;
		$link  = Link::usable();
		if ( null === $link ) {
			return self::report( false, false, '', true );
		}
		$pending = self::pending();
		$state   = self::look( $link, $email, isset( $pending[ $email ] ) ? (string) $pending[ $email ] : '' );
		if ( 'done' === $state['outcome'] ) {
			self::remember( $email, null );
			return self::report( $state['erased'], false, __( 'The connected service has erased its copy.', 'service-connector' ), true );
		}
		self::remember( $email, $state['id'] );
		if ( 'running' === $state['outcome'] && self::MAX_LOOKS > (int) $page ) {
			return self::report( false, false, '', false );
		}
		$message = __( 'The connected service has not confirmed the erasure yet. The plugin asks again every 15 minutes until it has.', 'service-connector' );
		return self::report( false, true, $message, true );
	}

	/**
	 * Those that the service has not confirmed.
	 *
	 * @param array $link The link.
	 */
	public static function send_erasures( array $link ): void {
		foreach ( array_slice( self::pending(), 0, 20 ) as $email => $id ) {
			$state = self::look( $link, (string) $email, (string) $id );
			self::remember( (string) $email, 'done' === $state['outcome'] ? null : $state['id'] );
			if ( 'away' === $state['outcome'] ) {
				return;
			}
		}
	}

	/** How many persons wait for the service. */
	public static function count_pending(): int {
		return count( self::pending() );
	}

	/**
	 * @param array  $link  The link.
	 * @param string $email Of the person.
	 * @param string $id    Of the erasure; empty: none was asked for.
	 * @return array `outcome` (done, running, away), `id` and `erased`.
	 */
	private static function look( array $link, string $email, string $id ): array {
		$response = '' === $id
			? Service::call( $link, 'POST', '/api/privacy/erasures', array( 'email' => $email ) )
			: Service::call( $link, 'GET', '/api/privacy/erasures/' . rawurlencode( $id ) );
		$json     = is_array( $response['json'] ) ? $response['json'] : array();
		if ( 404 === $response['status'] ) {
			// Asked again, the next time.
			return self::outcome( 'running', '', false );
		}
		if ( ! in_array( $response['status'], array( 200, 202 ), true ) || ! isset( $json['id'], $json['status'] ) ) {
			return self::outcome( 'away', $id, false );
		}
		$counts = isset( $json['counts'] ) && is_array( $json['counts'] ) ? $json['counts'] : array();
		return self::outcome( 'done' === $json['status'] ? 'done' : 'running', (string) $json['id'], 0 < array_sum( array_filter( $counts, 'is_int' ) ) );
	}

	/**
	 * @param string $outcome As above.
	 * @param string $id      Of the erasure.
	 * @param bool   $erased  Whether there was anything.
	 */
	private static function outcome( string $outcome, string $id, bool $erased ): array {
		return array(
			'outcome' => $outcome,
			'id'      => $id,
			'erased'  => $erased,
		);
	}

	/**
	 * @return string[] Ids of erasures, by e-mail address.
	 */
	private static function pending(): array {
		$pending = get_option( self::PENDING );
		return is_array( $pending ) ? $pending : array();
	}

	/**
	 * @param string      $email Of the person.
	 * @param string|null $id    Of the erasure; null: it is done.
	 */
	private static function remember( string $email, ?string $id ): void {
		$pending = self::pending();
		unset( $pending[ $email ] );
		if ( null !== $id && self::MAX_PENDING > count( $pending ) ) {
			$pending[ $email ] = $id;
		}
		if ( array() === $pending ) {
			delete_option( self::PENDING );
		} else {
			update_option( self::PENDING, $pending, false );
		}
	}

	/**
	 * @param string  $id     Unique in the export.
	 * @param array[] $values Name and text of each.
	 */
	private static function item( string $id, array $values ): array {
		return array(
			'group_id'    => 'service-connector',
			'group_label' => __( 'Connected service', 'service-connector' ),
			'item_id'     => 'service-connector-' . $id,
			'data'        => array_map(
				static function ( array $value ) {
					return array(
						'name'  => $value[0],
						'value' => $value[1],
					);
				},
				$values
			),
		);
	}

	/**
	 * @param bool   $removed  Whether anything was.
	 * @param bool   $retained Whether anything is left.
	 * @param string $message  For the report; empty: none.
	 * @param bool   $done     Whether WordPress need not ask again.
	 */
	private static function report( bool $removed, bool $retained, string $message, bool $done ): array {
		return array(
			'items_removed'  => $removed,
			'items_retained' => $retained,
			'messages'       => '' === $message ? array() : array( $message ),
			'done'           => $done,
		);
	}
}
