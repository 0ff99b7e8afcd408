<?php
/**
 * The route that lists what has changed.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * The service reads it instead of every list of the shop. A position to begin from may be any instant, in milliseconds since 1970.
 */
final class Changes_List {

	const ROUTE = '/changes';

	const MAX_LIMIT = 1000;

	/** Registers the route. Its key is its permission. */
	public static function register(): void {
		register_rest_route(
			Connectivity_Check::NAME_SPACE,
			self::ROUTE,
			array(
				'methods'             => 'GET',
				'permission_callback' => '__return_true',
				'callback'            => array( self::class, 'respond' ),
			)
		);
	}

	/**
	 * @param \WP_REST_Request $request Of the service.
	 * @return \WP_REST_Response|\WP_Error
	 */
	public static function respond( $request ) {
		$link = Link::get();
		if ( ! Connectivity_Check::is_secret( $link, (string) $request->get_header( 'X-Service-Connector-Key' ) ) || ! empty( $link['has_ended'] ) ) {
			return self::error( 401, 'wrong_key', 'The key of this link is required.' );
		}
		if ( '' !== Link::copy_of( $link ) ) {
			return self::error( 409, 'copied', 'This shop has another address, or is another environment, than when it was linked.' );
		}
		$since = $request->get_param( 'since' );
		$limit = $request->get_param( 'limit' );
		if ( 1 !== preg_match( '/^\d{0,18}$/', self::text( $since ) ) || 1 !== preg_match( '/^\d{0,6}$/', self::text( $limit ) ) ) {
			return self::error( 400, 'no_numbers', 'since and limit are numbers.' );
		}
		Change_Log::keep( $link );
		$size = '' === self::text( $limit ) ? self::MAX_LIMIT : max( 1, min( self::MAX_LIMIT, (int) $limit ) );
		return new \WP_REST_Response( self::answer( self::text( $since ), $size ), 200, array( 'Cache-Control' => 'no-store' ) );
	}

	/**
	 * @param string $since A position; empty: only the newest position is of interest.
	 * @param int    $size  Of records.
	 */
	private static function answer( string $since, int $size ): array {
		$oldest      = Change_Log::oldest();
		$is_complete = '' === $since || ( (int) $since >= $oldest && Change_Log::add_found( (int) $since ) );
		$newest      = Change_Log::newest();
		$rows        = '' === $since || ! $is_complete ? array() : Change_Log::after( (int) $since, $size + 1 );
		$has_more    = count( $rows ) > $size;
		$next        = array() === $rows ? $newest : max( $newest, (int) end( $rows )['position'] );
		if ( $has_more ) {
			$shown = self::with_all_of_a_position( $rows );
			// More changes at one position than the page has room for: it cannot be passed.
			$is_complete = array() !== $shown;
			$rows        = $shown;
			$next        = $is_complete ? (int) end( $rows )['position'] : $next;
		}
		return array(
			'position' => max( $newest, $next ),
			'oldest'   => $oldest,
			'complete' => $is_complete,
			'has_more' => $has_more && $is_complete,
			'next'     => $next,
		) + self::grouped( $rows ) + array( 'plugin_version' => VERSION );
	}

	/**
	 * Two requests may have written at one position, and a page ends between positions.
	 *
	 * @param array[] $rows Of the log, with one more than there is room for.
	 */
	private static function with_all_of_a_position( array $rows ): array {
		$last  = (int) end( $rows )['position'];
		$shown = array();
		foreach ( $rows as $row ) {
			if ( (int) $row['position'] < $last ) {
				$shown[] = $row;
			}
		}
		return $shown;
	}

	/**
	 * Ids by what happened and type. The log says that something happened, and the shop whether the record is still there.
	 *
	 * @param array[] $rows Of the log.
	 */
	private static function grouped( array $rows ): array {
		$ids = array_fill_keys( Shop_Records::TYPES, array() );
		foreach ( $rows as $row ) {
			$ids[ $row['record_type'] ][] = (int) $row['record_id'];
		}
		$groups = array();
		foreach ( Shop_Records::TYPES as $type ) {
			$gone                       = Shop_Records::gone( $type, $ids[ $type ] );
			$groups['changed'][ $type ] = array_map( 'strval', array_values( array_diff( $ids[ $type ], $gone ) ) );
			$groups['deleted'][ $type ] = array_map( 'strval', $gone );
		}
		return $groups;
	}

	/**
	 * @param mixed $parameter Of the query.
	 */
	private static function text( $parameter ): string {
		return null === $parameter ? '' : ( is_string( $parameter ) ? $parameter : '-' );
	}

	/**
	 * @param int    $status  Of the response.
	 * @param string $code    Its end.
	 * @param string $message For people.
	 */
	private static function error( int $status, string $code, string $message ): \WP_Error {
		return new \WP_Error( 'service_connector_' . $code, $message, array( 'status' => $status ) );
	}
}
